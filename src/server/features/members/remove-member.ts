import type { Member } from '#shared/contract/members.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { organizationInCharge } from '#server/features/organizations/own-organization.ts'
import { refused } from '#server/features/organizations/refused.ts'
import { rowId } from '#server/ids.ts'
import { findPlace, listMembers, removeMember as removeRow } from './store.ts'

/**
 * Ends a membership. Clients and all that hangs on them stay with the organization; the person sees nothing of it from
 * the next request on.
 * @throws no_organization, not_allowed, demo_fixed, member_missing, owner_stays
 */
export async function removeMember(context: Context, input: { userId: string }): Promise<Member[]> {
  const { db } = context
  const organizationId = organizationInCharge(context)
  const userId = rowId(input.userId, 'member_missing')
  const before = (await findPlace(db, organizationId, userId)) ?? fail('member_missing')
  refused(await removeRow(db, organizationId, userId))
  await audit(context, {
    action: 'member.removed',
    resourceType: 'member',
    resourceId: userId,
    details: { role: before.role },
  })
  return listMembers(db, organizationId)
}
