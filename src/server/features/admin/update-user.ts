import type { AdminUserDetails } from '#shared/contract/admin-users.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { getUser } from './get-user.ts'
import { type Changes, changeUser } from './store.ts'

/**
 * Changes a user. Deactivating ends the user's sign-ins. Users cannot deactivate themselves, so one admin always
 * remains.
 * @throws user_missing, admin_self
 */
export async function updateUser(
  context: Context,
  { userId, ...changes }: { userId: string } & Changes,
): Promise<AdminUserDetails> {
  const id = rowId(userId, 'user_missing')
  if (id === context.actor.userId && changes['isActive'] === false) fail('admin_self')
  if (!(await changeUser(context.db, id, changes))) fail('user_missing')
  return await getUser(context, { userId })
}
