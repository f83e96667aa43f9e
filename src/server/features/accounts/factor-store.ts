import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Actor, Db } from '#server/db/tenant.ts'
import type { DB } from '#server/db/types.ts'

// As app_web, in the scope of a request.

/** Whether the caller's session may administer the platform: role, second factor set up, and given in this session. */
export async function isPlatformAdmin(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select app.is_platform_admin() as is`.execute(db)
  return rows[0]?.is === true
}

/** What the caller's account has beside the password. Undefined when the scope is not that of their own session. */
export async function findSecondFactor(db: Db): Promise<{ hasPassword: boolean; hasCode: boolean } | undefined> {
  const { rows } = await sql<{ hasPassword: boolean; hasCode: boolean }>`
    select has_password as "hasPassword", has_code as "hasCode" from app.second_factor() where has_password is not null`.execute(
    db,
  )
  return rows[0]
}

/** Time of the last password change; null if it was never changed. */
export async function findPasswordChange(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select app.password_changed_at() as at`.execute(db)
  return rows[0]?.at ?? null
}

/** The caller's passkeys, oldest first. */
export async function listPasskeys(db: Db, actor: Actor) {
  return await db
    .selectFrom('auth_passkeys')
    .where('user_id', '=', actor.userId)
    .select(['id', 'name', 'backed_up as isSynced', 'created_at as addedAt', 'last_used_at as lastUsedAt'])
    .orderBy('created_at')
    .execute()
}

// As app_auth, beside better-auth.

/** True if this sign-in lacks the second factor that the user has and needs. */
export async function mustGiveSecondFactor(db: Kysely<DB>, token: string): Promise<boolean> {
  const { rows } = await sql<{ must: boolean }>`select app.must_give_second_factor(${token}) as must`.execute(db)
  return rows[0]?.must ?? false
}

/** Whether an account has a second factor. */
export async function hasSecondFactor(db: Kysely<DB>, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .where((build) =>
      build.or([
        build('two_factor_enabled', '=', true),
        build.exists(build.selectFrom('auth_passkeys').whereRef('auth_passkeys.user_id', '=', 'users.id')),
      ]),
    )
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

/** Marks a session as one in which a second factor was given, now. */
export async function markSession(db: Kysely<DB>, token: string): Promise<void> {
  await db
    .updateTable('auth_sessions')
    .set({ second_factor_at: sql<Date>`now()` })
    .where('token', '=', token)
    .execute()
}

/** Whether a second factor was given in a session within the last five minutes. */
export async function isMarkedLately(db: Kysely<DB>, token: string): Promise<boolean> {
  const found = await db
    .selectFrom('auth_sessions')
    .where('token', '=', token)
    .where('second_factor_at', '>', sql<Date>`now() - interval '5 minutes'`)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Uses up a code of an authenticator app, before it is looked at, so that of two that come at once one is refused.
 * Answers whether it is its first use. A code is valid for a minute and a half (RFC 6238 with one step of tolerance).
 */
export async function useUpCode(db: Kysely<DB>, userId: string, code: string): Promise<boolean> {
  await db
    .deleteFrom('auth_used_codes')
    .where('ends_at', '<', sql<Date>`now()`)
    .execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('auth_used_codes')
    .values({
      user_id: userId,
      code_hash: createHash('sha256').update(`${userId} ${code}`).digest('base64url'),
      ends_at: sql<Date>`now() + interval '2 minutes'`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Whose a passkey is. */
export async function findPasskeyOwner(db: Kysely<DB>, credentialId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('auth_passkeys')
    .where('credential_id', '=', credentialId)
    .select('user_id')
    .executeTakeFirst()
  return found?.user_id
}

export async function touchPasskey(db: Kysely<DB>, credentialId: string): Promise<void> {
  await db
    .updateTable('auth_passkeys')
    .set({ last_used_at: sql<Date>`now()` })
    .where('credential_id', '=', credentialId)
    .execute()
}

/** Whether an account asks for a code after the password. */
export async function asksForCode(db: Kysely<DB>, userId: string): Promise<boolean> {
  const found = await db.selectFrom('users').where('id', '=', userId).select('two_factor_enabled').executeTakeFirst()
  return found?.two_factor_enabled ?? false
}
