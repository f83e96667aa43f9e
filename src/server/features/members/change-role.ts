import type { OrganizationRole } from '#shared/contract/accounts.ts'
import type { Member } from '#shared/contract/members.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { organizationInCharge } from '#server/features/organizations/own-organization.ts'
import { refused } from '#server/features/organizations/refused.ts'
import { rowId } from '#server/ids.ts'
import { changeRole as changeRow, findPlace, listMembers } from './store.ts'

/** @throws no_organization, not_allowed, demo_fixed, member_missing, role_above, last_owner */
export async function changeRole(
  context: Context,
  input: { userId: string; role: OrganizationRole },
): Promise<Member[]> {
  const { db } = context
  const organizationId = organizationInCharge(context)
  const userId = rowId(input.userId, 'member_missing')
  const before = (await findPlace(db, organizationId, userId)) ?? fail('member_missing')
  refused(await changeRow(db, organizationId, userId, input.role))
  await audit(context, {
    action: 'member.role_changed',
    resourceType: 'member',
    resourceId: userId,
    details: { from: before.role, to: input.role },
  })
  return listMembers(db, organizationId)
}
