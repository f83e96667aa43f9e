import type { AdminPerson } from '#shared/contract/admin-lists.ts'
import type { AdminOrganizationDetails, AdminOrganizationList } from '#shared/contract/admin-organizations.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { rowId } from '#server/ids.ts'
import {
  type Changes,
  changeOrganization,
  findOrganization,
  listOrganizations as listRows,
  listTherapists as therapistsOf,
} from './store.ts'

/** The newest 50 matching organizations. */
export function listOrganizations(
  { db }: Context,
  filter: { search: string; status: string },
): Promise<AdminOrganizationList> {
  return listRows(db, { ...filter, search: filter.search.trim() })
}

/** @throws organization_not_found */
export async function getOrganization(
  { db }: Context,
  input: { organizationId: string },
): Promise<AdminOrganizationDetails> {
  const id = rowId(input.organizationId, 'organization_not_found')
  return (await findOrganization(db, id)) ?? fail('organization_not_found')
}

/** @throws organization_not_found, plan_from_billing */
export async function updateOrganization(
  context: Context,
  { organizationId, ...changes }: { organizationId: string } & Changes,
): Promise<AdminOrganizationDetails> {
  const id = rowId(organizationId, 'organization_not_found')
  throwIfFailure(await changeOrganization(context.db, id, changes))
  return getOrganization(context, { organizationId })
}

/**
 * Therapists to whom a client of the organization can be transferred.
 * @throws organization_not_found
 */
export async function listTherapists({ db }: Context, input: { organizationId: string }): Promise<AdminPerson[]> {
  const id = rowId(input.organizationId, 'organization_not_found')
  return (await therapistsOf(db, id)) ?? fail('organization_not_found')
}
