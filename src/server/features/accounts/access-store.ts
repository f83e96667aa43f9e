import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { insertAccountEvent } from './account-trail.ts'
import { changeEmail } from './email-change-store.ts'
import { verifyEmailByChange } from './email-verification-store.ts'

// These functions run as app_auth, like better-auth. Each change is one transaction, so that no access of the former
// password or address remains if a step fails.

interface OwnChange {
  userId: string
  /** Token of the sign-in that makes the change, which does not end. */
  token: string
  headers: Headers | undefined
}

export function changePassword(
  db: Kysely<DB>,
  { userId, token, headers, hash }: OwnChange & { hash: string },
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await tx
      .updateTable('auth_accounts')
      .set({ password: hash })
      .where('user_id', '=', userId)
      .where('provider_id', '=', 'credential')
      .execute()
    await tx.deleteFrom('auth_sessions').where('user_id', '=', userId).where('token', '<>', token).execute()
    await deletePendingLinks(tx, userId)
    const details = { method: 'password' }
    await insertAccountEvent(tx, { userId, action: 'account.password_changed', details, headers })
  })
}

/** Sets a confirmed address. Returns false if another account took it in the meantime. */
export function replaceEmail(
  db: Kysely<DB>,
  { userId, token, headers, email }: OwnChange & { email: string },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await changeEmail(tx, userId, email))) return false
    await verifyEmailByChange(tx, userId, token, headers)
    await deletePendingLinks(tx, userId)
    await insertAccountEvent(tx, { userId, action: 'account.email_changed', headers })
    return true
  })
}

/** Ends all sign-ins of an account and deletes its pending links, after a password reset. */
export function endAllAccess(db: Kysely<DB>, userId: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await tx.deleteFrom('auth_sessions').where('user_id', '=', userId).execute()
    await deletePendingLinks(tx, userId)
  })
}

/** Deletes reset links and pending second-factor sign-ins: they were issued for the former password or address. */
async function deletePendingLinks(tx: Transaction<DB>, userId: string): Promise<void> {
  await tx.deleteFrom('auth_verifications').where('value', '=', userId).execute()
}
