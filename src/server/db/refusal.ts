import { sql } from 'kysely'
import * as z from 'zod'
import type { Db } from './tenant.ts'

/** Why a database function refused a change: the error code and the values of its message. Null if it was made. */
export const Refusal = z
  .object({ code: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])).default({}) })
  .nullable()
export type Refusal = z.infer<typeof Refusal>

/** Calls a database function that returns a refusal. */
export async function refusalOf(db: Db, call: ReturnType<typeof sql>): Promise<Refusal> {
  const { rows } = await sql<{ refusal: unknown }>`select ${call} as refusal`.execute(db)
  return Refusal.parse(rows[0]?.refusal)
}
