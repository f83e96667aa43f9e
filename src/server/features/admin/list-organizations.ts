import type { AdminOrganizationList } from '#shared/contract/admin-organizations.ts'
import type { Context } from '#server/context.ts'
import { auditPanel } from './audit-panel.ts'
import { listOrganizations as listRows } from './organizations-store.ts'

/** Lists the newest 50 matching organizations. */
export async function listOrganizations(
  context: Context,
  input: { search: string; status: string },
): Promise<AdminOrganizationList> {
  const filter = { ...input, search: input.search.trim() }
  const details = { isSearch: filter.search !== '', status: filter.status }
  auditPanel(context, { action: 'admin.organizations_listed', resourceType: 'organization', details })
  return await listRows(context.db, filter)
}
