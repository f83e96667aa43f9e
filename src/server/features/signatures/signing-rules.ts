import type { SigningRules } from '#shared/contract/signatures.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { requiredText } from '#server/required-text.ts'
import { requireOrganization, requireOrganizationAdmin } from '#server/features/organizations/require-organization.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { findRules, updateRules } from './store.ts'

/** @throws no_organization */
export async function getSigningRules(context: Context): Promise<SigningRules> {
  return (await findRules(context.db, requireOrganization(context))) ?? fail('no_organization')
}

/** @throws no_organization, not_allowed, demo_fixed */
export async function changeSigningRules(context: Context, input: SigningRules): Promise<SigningRules> {
  const { db } = context
  const organizationId = requireOrganizationAdmin(context)
  const attestationText = input.attestationText === null ? null : requiredText(input.attestationText)
  throwIfFailure(await updateRules(db, organizationId, { ...input, attestationText }))
  const { lateAfterHours, unlockHours } = input
  audit(context, {
    action: 'organization.signing_rules_changed',
    resourceType: 'organization',
    resourceId: organizationId,
    details: { lateAfterHours, unlockHours, ownStatement: attestationText !== null },
  })
  return await getSigningRules(context)
}
