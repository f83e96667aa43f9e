import type { AdminOrganizationDetails } from '#shared/contract/admin-organizations.ts'
import type { Context } from '#server/context.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { rowId } from '#server/ids.ts'
import { getOrganization } from './get-organization.ts'
import { type Changes, changeOrganization } from './store.ts'

/** @throws organization_not_found, plan_from_billing */
export async function updateOrganization(
  context: Context,
  { organizationId, ...changes }: { organizationId: string } & Changes,
): Promise<AdminOrganizationDetails> {
  const id = rowId(organizationId, 'organization_not_found')
  throwIfFailure(await changeOrganization(context.db, id, changes))
  return await getOrganization(context, { organizationId })
}
