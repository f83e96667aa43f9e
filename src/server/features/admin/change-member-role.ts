import type { OrganizationRole } from '#shared/contract/accounts.ts'
import type { AdminOrganizationDetails } from '#shared/contract/admin-organizations.ts'
import type { Context } from '#server/context.ts'
import { changeMember } from './change-member.ts'
import { changeRole } from './store.ts'

/** @throws member_missing, last_owner, demo_fixed, admin_self for the caller's own role */
export function changeMemberRole(
  context: Context,
  input: { memberId: string; role: OrganizationRole },
): Promise<AdminOrganizationDetails> {
  return changeMember(context, input.memberId, (id) => changeRole(context.db, id, input.role))
}
