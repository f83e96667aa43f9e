import { type Kysely, sql } from 'kysely'
import type { Db } from '#server/db/tenant.ts'
import type { DB } from '#server/db/types.ts'
import { addressHeader } from './account-trail.ts'

// As app_auth, beside better-auth.

export async function saveEmailCode(db: Kysely<DB>, userId: string, hash: string): Promise<void> {
  await sql`select app.save_email_code(${userId}, ${hash})`.execute(db)
}

export async function proveByReset(db: Kysely<DB>, userId: string, address: string, agent: string): Promise<void> {
  await sql`select app.prove_email_by_reset(${userId}, ${address}, ${agent})`.execute(db)
}

/** A change of the address. Keeps the sign-in that made it. */
export async function proveByChange(
  db: Kysely<DB>,
  userId: string,
  token: string,
  headers: Headers | undefined,
): Promise<void> {
  const [address, agent] = [headers?.get(addressHeader) ?? '', headers?.get('user-agent') ?? '']
  await sql`select app.prove_email_by_change(${userId}, ${token}, ${address}, ${agent})`.execute(db)
}

// As app_web, in the scope of a request.

/** Keeps a new code. Returns how many seconds to wait before one can be sent; null when the address is confirmed. */
export async function renewEmailCode(db: Db, hash: string): Promise<number | null> {
  const { rows } = await sql<{ wait: number | null }>`select app.renew_email_code(${hash}) as wait`.execute(db)
  return rows[0]?.wait ?? null
}

/** Returns null when the code is right, else the code of the failure. */
export async function confirmEmailCode(db: Db, hash: string): Promise<string | null> {
  const { rows } = await sql<{ refusal: string | null }>`select app.confirm_email(${hash}) as refusal`.execute(db)
  return rows[0]?.refusal ?? null
}
