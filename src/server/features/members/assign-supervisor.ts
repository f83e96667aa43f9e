import type { Member } from '#shared/contract/members.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { requireOrganizationAdmin } from '#server/features/organizations/require-organization.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { rowId } from '#server/ids.ts'
import { assignSupervisor as assignRow, findMembership, listMembers, lockOrganization } from './store.ts'

/**
 * @throws no_organization, not_allowed, demo_fixed, member_missing, supervisor_role_missing,
 * supervisor_only_for_therapists
 */
export async function assignSupervisor(
  context: Context,
  input: { userId: string; supervisorId: string | null },
): Promise<Member[]> {
  const { db } = context
  const organizationId = requireOrganizationAdmin(context)
  const userId = rowId(input.userId, 'member_missing')
  const supervisorId = input.supervisorId === null ? null : rowId(input.supervisorId, 'supervisor_role_missing')
  throwIfFailure(await lockOrganization(db, organizationId))
  const before = (await findMembership(db, organizationId, userId)) ?? fail('member_missing')
  throwIfFailure(await assignRow(db, organizationId, userId, supervisorId))
  if (before.managedBy !== supervisorId) {
    audit(context, {
      action: 'member.supervisor_assigned',
      resourceType: 'member',
      resourceId: userId,
      details: { from: before.managedBy, to: supervisorId },
    })
  }
  return listMembers(db, organizationId)
}
