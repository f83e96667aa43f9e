import { sql } from 'kysely'
import type { Db } from './tenant.ts'

/** Makes other transactions that lock the same name wait until this one ends. */
export async function lockName(db: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}
