import type { Account } from '#shared/contract/accounts.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { getAccount } from './get-account.ts'
import type { Db } from '#server/db/tenant.ts'
import { fail } from '#server/fail.ts'
import {
  type AccountChanges,
  changeAccount,
  isNamedZone,
  nameOwnOrganization,
  namesOfOwnOrganizations,
} from './store.ts'

/**
 * Changes the caller's account. Sign-up always creates an organization (D9) and starts its trial (D8). Later changes of
 * the clinic name rename the caller's own organization. A user without an organization creates one by entering a clinic
 * name.
 */
export async function updateAccount(context: Context, changes: AccountChanges): Promise<Account> {
  const { db, actor, jobs } = context
  if (changes.timeZone !== undefined && !(await isTimeZone(db, changes.timeZone))) fail('time_zone_unknown')
  const before = await getAccount(context)
  await changeAccount(db, actor.userId, changes)
  audit(context, { action: 'account.changed', resourceType: 'account', resourceId: actor.userId })
  const after = await getAccount(context)

  const name = newOrganizationName(before, after, changes)
  if (name === null) return after
  const names = await namesOfOwnOrganizations(db, actor.userId)
  const organizationId = await nameOwnOrganization(db, name)
  if (!organizationId) return getAccount(context)
  const acting = { ...context, actor: { ...actor, organizationId } }
  const former = names.get(organizationId)
  if (former !== undefined && former !== name) {
    audit(acting, { action: 'organization.renamed', resourceType: 'organization', resourceId: organizationId })
  }
  // A caller who is a member of another organization continues to act there.
  if (actor.organizationId) return getAccount(context)
  await jobs.enqueue(db, 'billing.create_customer', { organizationId, userId: actor.userId })
  return getAccount(acting)
}

/**
 * Returns the new name of the organization. Null if the organization keeps its name, e.g. because the clinic name was
 * cleared.
 */
function newOrganizationName(before: Account, after: Account, { clinicName }: AccountChanges): string | null {
  const signsUp = isNamed(after) && !isNamed(before)
  if (signsUp) return after.clinicName || `${after.firstName} ${after.lastName}'s Practice`
  const isNew = after.clinicName !== before.clinicName || after.organization === null
  return clinicName && isNew ? after.clinicName : null
}

function isNamed({ firstName, lastName }: Account): boolean {
  return firstName !== '' && lastName !== ''
}

/** True for a zone that Node.js and PostgreSQL both know. They read offsets and abbreviations differently. */
async function isTimeZone(db: Db, name: string): Promise<boolean> {
  return isZoneOfNode(name) && (await isNamedZone(db, name))
}

function isZoneOfNode(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
