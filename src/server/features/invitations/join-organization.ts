import type { MemberProfile } from '#shared/contract/invitations.ts'
import { auditAll } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { updateAccount } from '#server/features/accounts/update-account.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { secretHash } from './secret.ts'
import { acceptInvitation } from './store.ts'

/**
 * Adds the caller to the inviting organization, in which the caller acts from the next request on. No trial starts
 * (D8), because the subscription of the organization covers its members. Saves the profile last, because updateAccount
 * creates an organization for a user without one.
 * @throws invitation_id_format, invitation_missing, invitation_over, invitation_other_address, demo_fixed,
 * email_unverified
 */
export async function joinOrganization(
  context: Context,
  { secret, profile }: { secret: string; profile?: MemberProfile | undefined },
): Promise<{ organizationId: string }> {
  const hash = secretHash(secret, 'invitation_id_format')
  const { refusal, status, organizationId, role, supervised } = await acceptInvitation(context.db, hash)
  throwIfFailure(refusal, status === null ? {} : { status })
  const actor = { ...context.actor, organizationId }
  const { userId } = actor
  auditAll({ ...context, actor }, [
    { action: 'invitation.accepted', resourceType: 'member', resourceId: userId, details: { role } },
    ...supervised.map(({ therapistId, from }) => ({
      action: 'member.supervisor_assigned',
      resourceType: 'member' as const,
      resourceId: therapistId,
      details: { from, to: userId },
    })),
  ])
  if (profile) await updateAccount(context, profile)
  return { organizationId }
}
