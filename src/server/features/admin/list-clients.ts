import type { AdminClientList } from '#shared/contract/admin-clients.ts'
import type { Context } from '#server/context.ts'
import { auditPanel } from './audit-panel.ts'
import { listClients as listRows } from './clients-store.ts'

/** Lists the newest 100 matching clients. */
export async function listClients(
  context: Context,
  input: { search: string; status: string },
): Promise<AdminClientList> {
  const filter = { ...input, search: input.search.trim() }
  const details = { isSearch: filter.search !== '', status: filter.status }
  auditPanel(context, { action: 'admin.clients_listed', resourceType: 'client', details })
  return await listRows(context.db, filter)
}
