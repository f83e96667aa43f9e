import { sentence } from '#shared/contract/errors.ts'
import type { SentInvitation } from '#shared/contract/invitations.ts'
import type { RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { linkTo } from '#server/features/invitations/link.ts'
import { logUnstored, mailInvitation } from '#server/features/invitations/mail-invitation.ts'
import { newSecret } from '#server/features/invitations/secret.ts'
import { throwIfLimited } from '#server/features/organizations/throw-if-failure.ts'
import { rowId } from '#server/ids.ts'
import { asAdmin } from './as-admin.ts'
import { invite, markSent, type NewInvitation } from './store.ts'

/**
 * Invites a person to any organization. The invitation is stored before the mail goes out, so no transaction waits for
 * the mail server.
 * @throws organization_not_found, demo_fixed, member_missing, invitation_duplicate, member_already,
 * invitations_too_many, invitations_new, email_unverified
 */
export async function inviteMember(request: RequestContext, input: NewInvitation): Promise<SentInvitation> {
  const [mailed, shown] = [newSecret(), newSecret()]
  const made = await asAdmin(
    request,
    async ({ db, actor }) => {
      const organizationId = rowId(input.organizationId, 'organization_not_found')
      const therapistIds = input.therapistIds.map((id) => rowId(id, 'member_missing'))
      const { refusal, wait, invitation } = await invite(
        db,
        { ...input, organizationId, therapistIds },
        { mailed: mailed.hash, shown: shown.hash },
      )
      await throwIfLimited(refusal, () => Promise.resolve(wait ?? 1))
      return { ...(invitation ?? fail('organization_not_found')), timeZone: actor.timeZone }
    },
    undefined,
  )
  const { organizationName, timeZone, ...invitation } = made
  const { email, role, invitedBy: inviterName, status } = invitation
  const link = linkTo(request, shown)
  const offer = {
    email,
    role,
    inviterName,
    status,
    organizationName,
    expiresAt: new Date(invitation.expiresAt),
    timeZone,
  }
  const reason = await mailInvitation(request, offer, linkTo(request, mailed))
  if (reason !== null) return { invitation, link, failure: sentence('invitation_not_sent', { detail: reason }) }
  await asAdmin(request, ({ db }) => markSent(db, invitation.id), undefined).catch(
    logUnstored(request, input.organizationId),
  )
  return { invitation: { ...invitation, status: 'sent' }, link, failure: null }
}
