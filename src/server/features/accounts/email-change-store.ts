import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** Maximum numbers of codes that are mailed to a user per hour, and of wrong codes for one change. */
const maxCodesPerHour = 5
const maxWrongCodes = 5

interface EmailChange {
  userId: string
  email: string
  code: string
}

/**
 * Stores a pending change, which replaces an earlier one. Returns the seconds to wait if too many codes were mailed
 * within an hour, else 0.
 */
export async function beginEmailChange(db: Kysely<DB>, key: string, change: EmailChange): Promise<number> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('auth_email_changes')
    .values({
      user_id: change.userId,
      email: change.email,
      code_hash: hashOf(key, change),
      ends_at: sql<Date>`now() + interval '10 minutes'`,
    })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({
          email: sql`excluded.email`,
          code_hash: sql`excluded.code_hash`,
          ends_at: sql`excluded.ends_at`,
          wrong_codes: 0,
          sent: sql`case when auth_email_changes.sent_since < now() - interval '1 hour' then 1 else auth_email_changes.sent + 1 end`,
          sent_since: sql`case when auth_email_changes.sent_since < now() - interval '1 hour' then now() else auth_email_changes.sent_since end`,
        })
        .where(
          sql<boolean>`auth_email_changes.sent < ${maxCodesPerHour} or auth_email_changes.sent_since < now() - interval '1 hour'`,
        ),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 1n) return 0
  const { wait } = await db
    .selectFrom('auth_email_changes')
    .where('user_id', '=', change.userId)
    .select(
      sql<number>`greatest(1, ceil(extract(epoch from sent_since + interval '1 hour' - now())))::integer`.as('wait'),
    )
    .executeTakeFirstOrThrow()
  return wait
}

/**
 * Redeems a code. Counts the attempt before comparing, so parallel guesses cannot exceed the limit.
 * Returns the confirmed address, or undefined.
 */
export async function redeemEmailCode(
  db: Kysely<DB>,
  key: string,
  given: { userId: string; code: string },
): Promise<string | undefined> {
  const pending = await db
    .updateTable('auth_email_changes')
    .set({ wrong_codes: sql`wrong_codes + 1` })
    .where('user_id', '=', given.userId)
    .where('ends_at', '>', sql<Date>`now()`)
    .where('wrong_codes', '<', maxWrongCodes)
    .returning(['email', 'code_hash'])
    .executeTakeFirst()
  if (!pending?.code_hash) return undefined
  const hash = hashOf(key, { ...given, email: pending.email })
  if (!timingSafeEqual(hash, pending.code_hash)) return undefined
  const used = await db
    .updateTable('auth_email_changes')
    .set({ code_hash: null })
    .where('user_id', '=', given.userId)
    .where('code_hash', '=', pending.code_hash)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n ? pending.email : undefined
}

export async function isEmailTaken(db: Kysely<DB>, email: string): Promise<boolean> {
  const found = await db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirst()
  return found !== undefined
}

/** Sets a confirmed address. Returns false if another account took it in the meantime. */
export async function changeEmail(db: Kysely<DB>, userId: string, email: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ email })
    .where('id', '=', userId)
    .where((build) => build.not(build.exists(build.selectFrom('users as other').where('other.email', '=', email))))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

function hashOf(key: string, { userId, email, code }: EmailChange): Buffer {
  return createHmac('sha256', key).update(`email change of ${userId} to ${email}: ${code}`).digest()
}
