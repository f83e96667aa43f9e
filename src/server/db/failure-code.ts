import { sql } from 'kysely'
import type { Db } from './tenant.ts'

/** Calls a database function that returns null on success, else an error code of the contract. */
export async function failureCode(db: Db, call: ReturnType<typeof sql>): Promise<string | null> {
  const { rows } = await sql<{ refusal: string | null }>`select ${call} as refusal`.execute(db)
  return rows[0]?.refusal ?? null
}
