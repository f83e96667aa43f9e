import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** At most so many attempts under one name within some minutes. */
export interface Limit {
  who: string
  most: number
  minutes: number
  /** Email of the account whose completed password reset lifts the limit. */
  account?: string
}

/**
 * Counts an attempt before it is checked, so that parallel attempts cannot exceed the limit. Stops at the first limit
 * reached: rejected attempts do not count against the later ones. Returns the seconds to wait, 0 if allowed.
 */
export async function beginAttempt(db: Kysely<DB>, limits: readonly Limit[]): Promise<number> {
  for (const { who, most, minutes, account } of limits) {
    const subject = account === undefined ? null : hashOf(account)
    const { rows } = await sql<{ wait: number }>`
      select app.count_attempt(${who}, ${most}, make_interval(mins => ${minutes}), ${subject}) as wait`.execute(db)
    const wait = rows[0]?.wait ?? 0
    if (wait > 0) return wait
  }
  return 0
}

/** After a success: resets the first, narrowest limit and takes this attempt back from the shared ones. */
export async function forgiveAttempt(db: Kysely<DB>, [own, ...shared]: readonly Limit[]): Promise<void> {
  if (own) await db.deleteFrom('auth_tries').where('account', '=', hashOf(own.who)).execute()
  if (shared.length === 0) return
  await db
    .updateTable('auth_tries')
    .set({ count: sql`greatest(count - 1, 0)` })
    .where(
      'account',
      'in',
      shared.map(({ who }) => hashOf(who)),
    )
    .execute()
}

/** A completed password reset lifts every limit of the account. */
export async function liftLimits(db: Kysely<DB>, account: string): Promise<void> {
  await db.deleteFrom('auth_tries').where('subject', '=', hashOf(account)).execute()
}

/** Counts an event of the audit trail; false when `who` caused more than `most` within an hour. */
export async function mayRecord(db: Kysely<DB>, who: string, most: number): Promise<boolean> {
  return (await beginAttempt(db, [{ who, most, minutes: 60 }])) === 0
}

/** As in the database's function, so that addresses without an account leave no trace. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
