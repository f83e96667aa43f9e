import type { AdminOrganizationDetails } from '#shared/contract/admin-organizations.ts'
import type { Context } from '#server/context.ts'
import { rowId } from '#server/ids.ts'
import { changeMember } from './change-member.ts'
import { assignSupervisor as assign } from './store.ts'

/**
 * @throws member_missing, supervisor_only_for_therapists, supervisor_role_missing, demo_fixed, admin_self for the
 * caller
 */
export function assignSupervisor(
  context: Context,
  input: { memberId: string; supervisorId: string | null },
): Promise<AdminOrganizationDetails> {
  const supervisorId = input.supervisorId === null ? null : rowId(input.supervisorId, 'supervisor_role_missing')
  return changeMember(context, input.memberId, (id) => assign(context.db, id, supervisorId))
}
