import type { AdminOrganizationDetails } from '#shared/contract/admin-organizations.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { auditPanel } from './audit-panel.ts'
import { findOrganization } from './organizations-store.ts'

/** @throws organization_not_found */
export async function getOrganization(
  context: Context,
  input: { organizationId: string },
): Promise<AdminOrganizationDetails> {
  const id = rowId(input.organizationId, 'organization_not_found')
  const organization = (await findOrganization(context.db, id)) ?? fail('organization_not_found')
  auditOrganizationRead(context, id)
  return organization
}

/** Audits that an admin read an organization. The event appears in the trail of the organization. */
export function auditOrganizationRead(context: Context, id: string): void {
  auditPanel(context, {
    action: 'admin.organization_read',
    resourceType: 'organization',
    resourceId: id,
    organizationId: id,
  })
}
