import type { Account } from '#shared/contract/accounts.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { getAccount } from './get-account.ts'
import { fail } from '#server/fail.ts'
import { type AccountChanges, changeAccount, nameOwnOrganization } from './store.ts'

/**
 * Changes the caller's account. Sign-up always ends with an organization (decision 9): it is named after the clinic, or
 * after the person as long as no clinic is named; its trial begins (decision 8). Whoever was taken out of one founds another only by naming it.
 */
export async function updateAccount(context: Context, changes: AccountChanges): Promise<Account> {
  const { db, actor, jobs } = context
  if (changes.timeZone !== undefined && !isTimeZone(changes.timeZone)) fail('time_zone_unknown')
  const before = await getAccount(context)
  await changeAccount(db, actor.userId, changes)
  await audit(context, { action: 'account.changed', resourceType: 'account', resourceId: actor.userId })
  const after = await getAccount(context)

  const signsUp = isNamed(after) && !isNamed(before)
  const renames = after.clinicName !== before.clinicName && (after.clinicName !== '' || after.organization !== null)
  if (!signsUp && !renames) return after
  const organizationId = await nameOwnOrganization(
    db,
    after.clinicName || `${after.firstName} ${after.lastName}'s Practice`,
  )
  // Whoever acts in another's organization goes on doing so.
  if (!organizationId || actor.organizationId) return getAccount(context)
  await jobs.enqueue(db, 'billing.begin', { organizationId, userId: actor.userId })
  return getAccount({ ...context, actor: { ...actor, organizationId } })
}

function isNamed({ firstName, lastName }: Account): boolean {
  return firstName !== '' && lastName !== ''
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
