import type { SigningRules } from '#shared/contract/signatures.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { requiredText } from '#server/required-text.ts'
import { requireOrganization, requireOrganizationAdmin } from '#server/features/organizations/require-organization.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { type ChangedRules, findRules, updateRules } from './store.ts'

/** @throws no_organization */
export async function getSigningRules(context: Context): Promise<SigningRules> {
  return (await findRules(context.db, requireOrganization(context))) ?? fail('no_organization')
}

/** @throws no_organization, not_allowed, demo_fixed */
export async function changeSigningRules(context: Context, changes: ChangedRules): Promise<SigningRules> {
  const organizationId = requireOrganizationAdmin(context)
  const { attestationText: text } = changes
  const attestationText = typeof text === 'string' ? requiredText(text) : text
  throwIfFailure(await updateRules(context.db, organizationId, { ...changes, attestationText }))
  const rules = await getSigningRules(context)
  audit(context, {
    action: 'organization.signing_rules_changed',
    resourceType: 'organization',
    resourceId: organizationId,
    details: {
      lateAfterHours: rules.lateAfterHours,
      unlockHours: rules.unlockHours,
      ownStatement: rules.attestationText !== null,
    },
  })
  return rules
}
