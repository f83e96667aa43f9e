import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { addressHeader, recordAccountEvent } from './account-trail.ts'
import { findUserId } from './failed-sign-ins-store.ts'
import { mayRecord } from './tries-store.ts'

interface FailedSignIn {
  email: string
  reason: 'password' | 'deactivated' | 'too_many'
  headers: Headers | undefined
}

/** Events per account, and per address for unknown accounts, within an hour: guessing must not flood the trail. */
const mostPerHour = 20

/**
 * Adds a failed sign-in to the account's chain of the audit trail. Unknown accounts go to the anonymous chain without
 * the email that was tried; both take the same steps, so that time does not tell them apart.
 */
export async function recordFailedSignIn(db: Kysely<DB>, { email, reason, headers }: FailedSignIn): Promise<void> {
  const userId = (await findUserId(db, email)) ?? null
  const source = userId ?? `address ${headers?.get(addressHeader) ?? ''}`
  if (!(await mayRecord(db, `failed sign-ins of ${source}`, mostPerHour))) return
  const details = { reason: userId === null ? 'unknown_account' : reason }
  await recordAccountEvent(db, { userId, action: 'account.sign_in_failed', details, headers })
}
