import type { AdminUserDetails } from '#shared/contract/admin-users.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { auditPanel } from './audit-panel.ts'
import { findUser } from './users-store.ts'

/** @throws user_missing */
export async function getUser(context: Context, input: { userId: string }): Promise<AdminUserDetails> {
  const id = rowId(input.userId, 'user_missing')
  const user = (await findUser(context.db, id)) ?? fail('user_missing')
  auditPanel(context, {
    action: 'admin.user_read',
    resourceType: 'account',
    resourceId: id,
    organizationId: user.organization?.id ?? null,
  })
  return user
}
