import { SignIn, type SignInList } from '#shared/contract/accounts.ts'
import { deviceName } from '#server/features/accounts/device.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { findSignIns } from './sign-in-store.ts'

/**
 * Lists the caller's active sign-ins. Visitors of the demo practice share accounts, so each visitor gets only their own
 * sign-in.
 */
export async function listSignIns({ db, actor, config }: Context): Promise<SignInList> {
  if (actor.viewing) fail('not_allowed')
  const rows = await findSignIns(db)
  return {
    items: rows.map(({ userAgent, method, signedInAt, lastUsedAt, ...signIn }) => ({
      ...signIn,
      device: deviceName(userAgent),
      method: SignIn.shape.method.parse(method),
      signedInAt: signedInAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    })),
    maxDays: config.SIGN_IN_MAX_DAYS,
  }
}
