import type { AdminUserDetails, AdminUserList } from '#shared/contract/admin-users.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { type Changes, changeUser, findUser, listUsers as listRows } from './store.ts'

/** The newest 50 matching users. */
export function listUsers({ db }: Context, filter: { search: string; role: string }): Promise<AdminUserList> {
  return listRows(db, { ...filter, search: filter.search.trim() })
}

/** @throws user_missing */
export async function getUser({ db }: Context, input: { userId: string }): Promise<AdminUserDetails> {
  return (await findUser(db, rowId(input.userId, 'user_missing'))) ?? fail('user_missing')
}

/**
 * Changes a user. Deactivating ends their sessions. Users cannot deactivate themselves, so one admin always remains.
 * @throws user_missing, admin_self
 */
export async function updateUser(
  context: Context,
  { userId, ...changes }: { userId: string } & Changes,
): Promise<AdminUserDetails> {
  const id = rowId(userId, 'user_missing')
  if (id === context.actor.userId && changes['isActive'] === false) fail('admin_self')
  if (!(await changeUser(context.db, id, changes))) fail('user_missing')
  return getUser(context, { userId })
}
