import type { OrganizationRole } from '#shared/contract/accounts.ts'
import type { Member } from '#shared/contract/members.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { requireOrganizationAdmin } from '#server/features/organizations/require-organization.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { rowId } from '#server/ids.ts'
import { changeRole as changeRow, findMembership, listMembers, lockOrganization } from './store.ts'

/** @throws no_organization, not_allowed, demo_fixed, member_missing, role_above, last_owner */
export async function changeRole(
  context: Context,
  input: { userId: string; role: OrganizationRole },
): Promise<Member[]> {
  const { db } = context
  const organizationId = requireOrganizationAdmin(context)
  const userId = rowId(input.userId, 'member_missing')
  throwIfFailure(await lockOrganization(db, organizationId))
  const before = (await findMembership(db, organizationId, userId)) ?? fail('member_missing')
  throwIfFailure(await changeRow(db, organizationId, userId, input.role))
  if (before.role !== input.role) {
    audit(context, {
      action: 'member.role_changed',
      resourceType: 'member',
      resourceId: userId,
      details: { from: before.role, to: input.role },
    })
  }
  return listMembers(db, organizationId)
}
