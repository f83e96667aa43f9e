import type { AdminOrganizationDetails } from '#shared/contract/admin-organizations.ts'
import type { Context } from '#server/context.ts'
import { changeMember } from './change-member.ts'
import { removeMember as remove } from './store.ts'

/** @throws member_missing, owner_stays, demo_fixed, admin_self for the caller */
export function removeMember(context: Context, input: { memberId: string }): Promise<AdminOrganizationDetails> {
  return changeMember(context, input.memberId, (id) => remove(context.db, id))
}
