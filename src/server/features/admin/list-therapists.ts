import type { AdminPerson } from '#shared/contract/admin-lists.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { auditOrganizationRead } from './get-organization.ts'
import { listTherapists as listRows } from './organizations-store.ts'

/**
 * Lists the members to whom a client of the organization can be transferred.
 * @throws organization_not_found
 */
export async function listTherapists(context: Context, input: { organizationId: string }): Promise<AdminPerson[]> {
  const id = rowId(input.organizationId, 'organization_not_found')
  const therapists = (await listRows(context.db, id)) ?? fail('organization_not_found')
  auditOrganizationRead(context, id)
  return therapists
}
