import type { Member, RemovalPermissions } from '#shared/contract/members.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { requireOrganization, requireOrganizationAdmin } from '#server/features/organizations/require-organization.ts'
import { throwReturnedFailure } from '#server/features/organizations/throw-if-failure.ts'
import { rowId } from '#server/ids.ts'
import { findMembership, listMembers, removeMember as removeRow } from './store.ts'

/**
 * Ends a membership. Owners and admins may remove other members, except owners. Every member except an owner may leave.
 * Clients and their records stay with the organization; the user loses access with their next request.
 * @throws no_organization, not_allowed, demo_fixed, member_missing, owner_stays, member_recording, leave_recording,
 * member_unsigned, leave_unsigned
 */
export async function removeMember(
  context: Context,
  input: RemovalPermissions & { userId: string },
): Promise<Member[]> {
  const { db, actor } = context
  const isLeaving = input.userId.toLowerCase() === actor.userId
  const organizationId = isLeaving ? requireOrganization(context) : requireOrganizationAdmin(context)
  const userId = rowId(input.userId, 'member_missing')
  const before = (await findMembership(db, organizationId, userId)) ?? fail('member_missing')
  throwReturnedFailure(await removeRow(db, organizationId, { ...input, userId }))
  audit(context, {
    action: isLeaving ? 'member.left' : 'member.removed',
    resourceType: 'member',
    resourceId: userId,
    details: { role: before.role },
  })
  return listMembers(db, organizationId)
}
