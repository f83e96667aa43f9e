import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** How many sign-ins in a row one account may fail within a quarter of an hour, whatever address they come from. */
const triesPerAccount = 10

/**
 * Counts a try before the password is looked at, so that tries sent at once are counted one by one too.
 * Answers whether it may go on.
 */
export async function beginTry(db: Kysely<DB>, email: unknown): Promise<boolean> {
  await db
    .deleteFrom('auth_tries')
    .where('window_ends', '<', sql<Date>`now()`)
    .execute()
  const { count } = await db
    .insertInto('auth_tries')
    .values({ account: accountOf(email), count: 1, window_ends: sql`now() + interval '15 minutes'` })
    .onConflict((conflict) => conflict.column('account').doUpdateSet({ count: sql`auth_tries.count + 1` }))
    .returning('count')
    .executeTakeFirstOrThrow()
  return count <= triesPerAccount
}

/** A sign-in that succeeded clears the account. */
export async function forgetTries(db: Kysely<DB>, email: unknown): Promise<void> {
  await db.deleteFrom('auth_tries').where('account', '=', accountOf(email)).execute()
}

/** Counts an event of the audit trail; false when `who` caused more than `most` within an hour. */
export async function mayRecord(db: Kysely<DB>, who: string, most: number): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select app.may_try(${who}, ${most}, '1 hour') as may`.execute(db)
  return rows[0]?.may ?? false
}

function accountOf(email: unknown): string {
  return createHash('sha256').update(String(email).toLowerCase()).digest('base64url')
}
