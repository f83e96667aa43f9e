import type { Organization } from '#shared/contract/organizations.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { requiredText } from '#server/required-text.ts'
import { getOrganization } from './get-organization.ts'
import { requireOrganizationAdmin } from './require-organization.ts'
import { throwIfFailure } from './throw-if-failure.ts'
import { renameOrganization as renameRow } from './store.ts'

/** @throws no_organization, not_allowed, demo_fixed, input_invalid if the name is empty */
export async function renameOrganization(context: Context, input: { name: string }): Promise<Organization> {
  const organizationId = requireOrganizationAdmin(context)
  const name = requiredText(input.name)
  throwIfFailure(await renameRow(context.db, organizationId, name))
  audit(context, { action: 'organization.renamed', resourceType: 'organization', resourceId: organizationId })
  return getOrganization(context)
}
