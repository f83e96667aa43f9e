import type { SignInList } from '#shared/contract/accounts.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { listSignIns } from './list-sign-ins.ts'
import { endAllOtherSignIns, endSignIn } from './sign-in-store.ts'

/**
 * Ends a sign-in of the caller on another device; its open streams close within seconds (db/sign-in-watch.ts).
 * @throws sign_in_missing if the sign-in has ended, is the current one, or belongs to another user
 */
export async function signOutDevice(context: Context, input: { signInId: string }): Promise<SignInList> {
  const ended = await endSignIn(context.db, rowId(input.signInId, 'sign_in_missing'))
  if (ended === 0) fail('sign_in_missing')
  recordSignOut(context, ended)
  return listSignIns(context)
}

/** Ends all other sign-ins of the caller. Returns the number of ended sign-ins. */
export async function signOutElsewhere(context: Context): Promise<{ ended: number }> {
  const ended = await endAllOtherSignIns(context.db)
  if (ended > 0) recordSignOut(context, ended)
  return { ended }
}

function recordSignOut(context: Context, devices: number): void {
  audit(context, {
    action: 'account.devices_signed_out',
    resourceType: 'account',
    resourceId: context.actor.userId,
    details: { devices },
  })
}
