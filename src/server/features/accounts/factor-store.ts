import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Actor, Db } from '#server/db/tenant.ts'
import type { DB } from '#server/db/types.ts'

// The following functions run as app_web, in the scope of a request.

/** True if the caller may administer the platform: an admin role, and a second factor given in this sign-in. */
export async function isPlatformAdmin(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select app.is_platform_admin() as is`.execute(db)
  return rows[0]?.is === true
}

interface FoundFactor {
  hasPassword: boolean
  hasCode: boolean
  isGiven: boolean
}

/**
 * Finds the factors of the caller's account. Undefined while viewing as another user, because the scope is not that of
 * the caller's own account.
 */
export async function findSecondFactor(db: Db): Promise<FoundFactor | undefined> {
  const { rows } = await sql<FoundFactor>`
    select has_password as "hasPassword", has_code as "hasCode", is_used as "isGiven" from app.second_factor() where has_password is not null`.execute(
    db,
  )
  return rows[0]
}

/** Lists the names of the caller's organizations that require a second factor. */
export async function listRequiringOrganizations(db: Db, actor: Actor): Promise<string[]> {
  const rows = await db
    .selectFrom('organization_members as member')
    .innerJoin('organizations', 'organizations.id', 'member.organization_id')
    .where('member.user_id', '=', actor.userId)
    .where('second_factor_since', 'is not', null)
    .select('organizations.name')
    .orderBy('organizations.name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Finds the time of the last password change; null if the password was never changed. */
export async function findPasswordChange(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select app.password_changed_at() as at`.execute(db)
  return rows[0]?.at ?? null
}

/** Lists the caller's passkeys, oldest first. */
export async function listPasskeys(db: Db, actor: Actor) {
  return await db
    .selectFrom('auth_passkeys')
    .where('user_id', '=', actor.userId)
    .select(['id', 'name', 'backed_up as isSynced', 'created_at as addedAt', 'last_used_at as lastUsedAt'])
    .orderBy('created_at')
    .execute()
}

// The following functions run as app_auth, like better-auth.

/** True if this sign-in lacks the second factor that the user has and needs. */
export async function isSecondFactorMissing(db: Kysely<DB>, token: string): Promise<boolean> {
  const { rows } = await sql<{ must: boolean }>`select app.must_give_second_factor(${token}) as must`.execute(db)
  return rows[0]?.must ?? false
}

/** True if an account has a second factor. */
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

/** Records that a second factor was just given in this sign-in. */
export async function markSecondFactorVerified(db: Kysely<DB>, token: string): Promise<void> {
  await db
    .updateTable('auth_sessions')
    .set({ second_factor_at: sql<Date>`now()` })
    .where('token', '=', token)
    .execute()
}

export type Confirmation = 'password' | 'passkey' | 'totp'

/** Records that the user of this sign-in has just confirmed their identity. */
export async function markConfirmed(db: Kysely<DB>, token: string, confirmedWith: Confirmation): Promise<void> {
  await db
    .updateTable('auth_sessions')
    .set({ confirmed_at: sql<Date>`now()`, confirmed_with: confirmedWith })
    .where('token', '=', token)
    .execute()
}

/** True if a second factor was given in this sign-in within the last five minutes. */
export async function hasRecentSecondFactor(db: Kysely<DB>, token: string): Promise<boolean> {
  const found = await db
    .selectFrom('auth_sessions')
    .where('token', '=', token)
    .where('second_factor_at', '>', sql<Date>`now() - interval '5 minutes'`)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Consumes a code of an authenticator app before it is checked, so that parallel uses cannot both pass. Returns true on
 * first use. Codes are valid for 90 seconds (RFC 6238, one step of tolerance).
 */
export async function consumeCode(db: Kysely<DB>, userId: string, code: string): Promise<boolean> {
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

/** Finds the id of the user who owns a passkey. */
export async function findPasskeyOwner(db: Kysely<DB>, credentialId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('auth_passkeys')
    .where('credential_id', '=', credentialId)
    .select('user_id')
    .executeTakeFirst()
  return found?.user_id
}

export async function recordPasskeyUse(db: Kysely<DB>, credentialId: string): Promise<void> {
  await db
    .updateTable('auth_passkeys')
    .set({ last_used_at: sql<Date>`now()` })
    .where('credential_id', '=', credentialId)
    .execute()
}

/** True if the account requires a code after the password. */
export async function requiresCode(db: Kysely<DB>, userId: string): Promise<boolean> {
  const found = await db.selectFrom('users').where('id', '=', userId).select('two_factor_enabled').executeTakeFirst()
  return found?.two_factor_enabled ?? false
}
