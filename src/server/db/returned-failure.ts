import { sql } from 'kysely'
import * as z from 'zod'
import type { Db } from './tenant.ts'

/** Why a database function refused a change: the error code and the values of its message. Null if the change was made. */
export const ReturnedFailure = z
  .object({ code: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])).default({}) })
  .nullable()
export type ReturnedFailure = z.infer<typeof ReturnedFailure>

/** Calls a database function that returns why it refused a change, or null. */
export async function callForFailure(db: Db, call: ReturnType<typeof sql>): Promise<ReturnedFailure> {
  const { rows } = await sql<{ refusal: unknown }>`select ${call} as refusal`.execute(db)
  return ReturnedFailure.parse(rows[0]?.refusal)
}
