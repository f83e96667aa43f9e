import type { AdminOrganizationDetails } from '#shared/contract/admin-organizations.ts'
import type { RemovalPermissions } from '#shared/contract/members.ts'
import type { Context } from '#server/context.ts'
import { throwReturnedFailure } from '#server/features/organizations/throw-if-failure.ts'
import { changeMember } from './change-member.ts'
import { removeMember as remove } from './store.ts'

/** @throws member_missing, owner_stays, member_recording, member_unsigned, demo_fixed, admin_self for the caller */
export function removeMember(
  context: Context,
  { memberId, ...may }: RemovalPermissions & { memberId: string },
): Promise<AdminOrganizationDetails> {
  return changeMember(context, memberId, async (id) => {
    throwReturnedFailure(await remove(context.db, id, may))
    return null
  })
}
