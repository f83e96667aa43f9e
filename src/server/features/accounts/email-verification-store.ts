import { type Kysely, sql } from 'kysely'
import type { Db } from '#server/db/tenant.ts'
import type { DB } from '#server/db/types.ts'
import { addressHeader } from './account-trail.ts'

// The following functions run as app_auth, like better-auth.

export async function saveEmailCode(db: Kysely<DB>, userId: string, hash: string): Promise<void> {
  await sql`select app.save_email_code(${userId}, ${hash})`.execute(db)
}

export async function verifyEmailByReset(
  db: Kysely<DB>,
  userId: string,
  address: string,
  agent: string,
): Promise<void> {
  await sql`select app.prove_email_by_reset(${userId}, ${address}, ${agent})`.execute(db)
}

/** Verifies a changed address. The sign-in that changed the address does not end. */
export async function verifyEmailByChange(
  db: Kysely<DB>,
  userId: string,
  token: string,
  headers: Headers | undefined,
): Promise<void> {
  const [address, agent] = [headers?.get(addressHeader) ?? '', headers?.get('user-agent') ?? '']
  await sql`select app.prove_email_by_change(${userId}, ${token}, ${address}, ${agent})`.execute(db)
}

// The following functions run as app_web, in the scope of a request.

/**
 * Stores a new code. Returns the seconds to wait before a code can be sent; null if the address is confirmed already.
 */
export async function renewEmailCode(db: Db, hash: string): Promise<number | null> {
  const { rows } = await sql<{ wait: number | null }>`select app.renew_email_code(${hash}) as wait`.execute(db)
  return rows[0]?.wait ?? null
}

/** Returns null if the code is right, else the error code. */
export async function confirmEmailCode(db: Db, hash: string): Promise<string | null> {
  const { rows } = await sql<{ refusal: string | null }>`select app.confirm_email(${hash}) as refusal`.execute(db)
  return rows[0]?.refusal ?? null
}
