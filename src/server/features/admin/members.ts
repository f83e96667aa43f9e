import type { AdminOrganizationDetails } from '#shared/contract/admin-organizations.ts'
import type { OrganizationRole } from '#shared/contract/accounts.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { rowId } from '#server/ids.ts'
import { getOrganization } from './organizations.ts'
import { assignSupervisor as assign, changeRole, organizationOfMember, removeMember as remove } from './store.ts'

/** @throws member_missing, last_owner, demo_fixed, admin_self for the caller's own role */
export function changeMemberRole(context: Context, input: { memberId: string; role: OrganizationRole }) {
  return changeMember(context, input.memberId, (id) => changeRole(context.db, id, input.role))
}

/** @throws member_missing, owner_stays, demo_fixed, admin_self for the caller */
export function removeMember(context: Context, input: { memberId: string }) {
  return changeMember(context, input.memberId, (id) => remove(context.db, id))
}

/**
 * @throws member_missing, supervisor_only_for_therapists, supervisor_role_missing, demo_fixed, admin_self for the
 * caller
 */
export function assignSupervisor(context: Context, input: { memberId: string; supervisorId: string | null }) {
  const supervisorId = input.supervisorId === null ? null : rowId(input.supervisorId, 'supervisor_role_missing')
  return changeMember(context, input.memberId, (id) => assign(context.db, id, supervisorId))
}

async function changeMember(
  context: Context,
  memberId: string,
  change: (id: string) => Promise<string | null>,
): Promise<AdminOrganizationDetails> {
  const id = rowId(memberId, 'member_missing')
  const organizationId = (await organizationOfMember(context.db, id)) ?? fail('member_missing')
  throwIfFailure(await change(id))
  return getOrganization(context, { organizationId })
}
