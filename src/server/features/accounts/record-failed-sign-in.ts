import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { addressHeader, recordAccountEvent } from './account-trail.ts'
import { findUserId } from './failed-sign-ins-store.ts'
import { mayRecord } from './rate-limit-store.ts'

interface FailedSignIn {
  email: string
  reason: 'password' | 'deactivated' | 'too_many'
  headers: Headers | undefined
}

/** Maximum events per hour, by account, or by address if the account is unknown: guessing must not flood the trail. */
const maxPerHour = 20

/**
 * Adds a failed sign-in to the account's audit chain. If the account is unknown, the event goes to the anonymous chain
 * without the email. Known and unknown accounts take the same steps, so timing does not reveal whether the account
 * exists.
 */
export async function recordFailedSignIn(db: Kysely<DB>, { email, reason, headers }: FailedSignIn): Promise<void> {
  const userId = (await findUserId(db, email)) ?? null
  const source = userId ?? `address ${headers?.get(addressHeader) ?? ''}`
  if (!(await mayRecord(db, `failed sign-ins of ${source}`, maxPerHour))) return
  const details = { reason: userId === null ? 'unknown_account' : reason }
  await recordAccountEvent(db, { userId, action: 'account.sign_in_failed', details, headers })
}
