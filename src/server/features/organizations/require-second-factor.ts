import type { Organization } from '#shared/contract/organizations.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { getOrganization } from './get-organization.ts'
import { requireOrganizationAdmin } from './require-organization.ts'
import { throwIfFailure } from './throw-if-failure.ts'
import { setSecondFactorRequired } from './store.ts'

/**
 * Requires a second factor of all members, or makes it optional again. When it is required, sign-ins without a second
 * factor lose access to the organization with their next request.
 * @throws no_organization, not_allowed, demo_fixed, second_factor_missing if the caller has not given a second factor
 */
export async function requireSecondFactor(context: Context, input: { isRequired: boolean }): Promise<Organization> {
  const organizationId = requireOrganizationAdmin(context)
  const before = await getOrganization(context)
  throwIfFailure(await setSecondFactorRequired(context.db, organizationId, input.isRequired))
  if (before.requiresSecondFactor !== input.isRequired) {
    audit(context, {
      action: input.isRequired ? 'organization.second_factor_required' : 'organization.second_factor_optional',
      resourceType: 'organization',
      resourceId: organizationId,
    })
  }
  return getOrganization(context)
}
