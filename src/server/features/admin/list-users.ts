import type { AdminUserList } from '#shared/contract/admin-users.ts'
import type { Context } from '#server/context.ts'
import { auditPanel } from './audit-panel.ts'
import { listUsers as listRows } from './users-store.ts'

/** Lists the newest 50 matching users. */
export async function listUsers(context: Context, input: { search: string; role: string }): Promise<AdminUserList> {
  const filter = { ...input, search: input.search.trim() }
  const details = { isSearch: filter.search !== '', role: filter.role }
  auditPanel(context, { action: 'admin.users_listed', resourceType: 'account', details })
  return await listRows(context.db, filter)
}
