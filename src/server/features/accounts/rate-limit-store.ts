import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** At most `max` attempts under one key within `minutes`. */
export interface Limit {
  key: string
  max: number
  minutes: number
  /** Email of the account whose completed password reset lifts the limit. */
  account?: string
}

/**
 * Counts an attempt before it is checked, so that parallel attempts cannot exceed the limit. Stops at the first limit
 * that is reached: a rejected attempt does not count against the limits after it. Returns the seconds to wait, 0 if the
 * attempt is allowed.
 */
export async function countAttempt(db: Kysely<DB>, limits: readonly Limit[]): Promise<number> {
  for (const { key, max, minutes, account } of limits) {
    const subject = account === undefined ? null : hashOf(account)
    const { rows } = await sql<{ wait: number }>`
      select app.count_attempt(${key}, ${max}, make_interval(secs => ${minutes * 60}), ${subject}) as wait`.execute(db)
    const wait = rows[0]?.wait ?? 0
    if (wait > 0) return wait
  }
  return 0
}

/** Counts requests per address and route, for better-auth. Its own storage extends a window with each request. */
export function requestLimits(db: Kysely<DB>) {
  return {
    async consume(key: string, { max, window }: { max: number; window: number }) {
      const wait = await countAttempt(db, [{ key: `requests ${key}`, max, minutes: window / 60 }])
      return { allowed: wait === 0, retryAfter: wait === 0 ? null : wait }
    },
  }
}

/** After a success, resets the first limit, which is the narrowest, and removes this attempt from the shared limits. */
export async function clearAttempt(db: Kysely<DB>, [own, ...shared]: readonly Limit[]): Promise<void> {
  if (own) await db.deleteFrom('auth_tries').where('account', '=', hashOf(own.key)).execute()
  if (shared.length === 0) return
  await db
    .updateTable('auth_tries')
    .set({ count: sql`greatest(count - 1, 0)` })
    .where(
      'account',
      'in',
      shared.map(({ key }) => hashOf(key)),
    )
    .execute()
}

/** Clears every limit of an account, after a completed password reset. */
export async function clearLimits(db: Kysely<DB>, account: string): Promise<void> {
  await db.deleteFrom('auth_tries').where('subject', '=', hashOf(account)).execute()
}

/** Counts an audit event; false if `key` caused more than `max` within an hour. */
export async function mayRecord(db: Kysely<DB>, key: string, max: number): Promise<boolean> {
  return (await countAttempt(db, [{ key, max, minutes: 60 }])) === 0
}

/** Same hash as in the database function, so that the table contains no email addresses. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
