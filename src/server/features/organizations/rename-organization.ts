import type { Organization } from '#shared/contract/organizations.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { storableText } from '#server/db/storable.ts'
import { fail } from '#server/fail.ts'
import { getOrganization } from './get-organization.ts'
import { organizationInCharge } from './own-organization.ts'
import { refused } from './refused.ts'
import { renameOrganization as renameRow } from './store.ts'

/** @throws no_organization, not_allowed, demo_fixed, input_invalid when nothing remains of the name */
export async function renameOrganization(context: Context, input: { name: string }): Promise<Organization> {
  const organizationId = organizationInCharge(context)
  const name = storableText(input.name).trim()
  if (name === '') fail('input_invalid')
  refused(await renameRow(context.db, organizationId, name))
  await audit(context, { action: 'organization.renamed', resourceType: 'organization', resourceId: organizationId })
  return getOrganization(context)
}
