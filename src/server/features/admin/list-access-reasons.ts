import type { AccessReasonList } from '#shared/contract/admin-access.ts'
import type { Context } from '#server/context.ts'
import { listAccessReasons as listRows } from './access-store.ts'
import { auditPanel } from './audit-panel.ts'

/** Lists the newest 100 matching reasons. Reading the reasons is audited, too. */
export async function listAccessReasons(
  context: Context,
  input: { search: string; kind: string },
): Promise<AccessReasonList> {
  const filter = { ...input, search: input.search.trim() }
  const details = { isSearch: filter.search !== '', kind: filter.kind }
  auditPanel(context, { action: 'admin.access_reasons_listed', resourceType: 'account', details })
  return await listRows(context.db, filter)
}
