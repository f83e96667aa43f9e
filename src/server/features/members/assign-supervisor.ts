import type { Member } from '#shared/contract/members.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { organizationInCharge } from '#server/features/organizations/own-organization.ts'
import { refused } from '#server/features/organizations/refused.ts'
import { rowId } from '#server/ids.ts'
import { assignSupervisor as assignRow, findPlace, listMembers } from './store.ts'

/** @throws no_organization, not_allowed, demo_fixed, member_missing, supervisor_role_missing, supervisor_only_for_therapists */
export async function assignSupervisor(
  context: Context,
  input: { userId: string; supervisorId: string | null },
): Promise<Member[]> {
  const { db } = context
  const organizationId = organizationInCharge(context)
  const userId = rowId(input.userId, 'member_missing')
  const supervisorId = input.supervisorId === null ? null : rowId(input.supervisorId, 'supervisor_role_missing')
  const before = (await findPlace(db, organizationId, userId)) ?? fail('member_missing')
  refused(await assignRow(db, organizationId, userId, supervisorId))
  await audit(context, {
    action: 'member.supervisor_assigned',
    resourceType: 'member',
    resourceId: userId,
    details: { from: before.managedBy, to: supervisorId },
  })
  return listMembers(db, organizationId)
}
