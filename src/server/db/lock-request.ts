import { sql } from 'kysely'
import type { Db } from './tenant.ts'

/** Makes a repetition of this request of the user wait until the transaction ends. */
export async function lockRequest(db: Db, userId: string, requestId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${userId} ${requestId}`}, 0))`.execute(db)
}
