import { sentence } from '#shared/contract/errors.ts'
import type { SentInvitation } from '#shared/contract/invitations.ts'
import { audit } from '#server/audit.ts'
import type { Context, RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { requireOrganizationAdmin } from '#server/features/organizations/require-organization.ts'
import { throwIfLimited } from '#server/features/organizations/throw-if-failure.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { rowId } from '#server/ids.ts'
import { linkTo } from './link.ts'
import { logUnstored, mailInvitation } from './mail-invitation.ts'
import { newSecret } from './secret.ts'
import {
  findOffer,
  insertInvitation,
  listPending,
  markSent,
  type NewInvitation,
  renewInvitation,
  type Secrets,
  secondsToInvite,
} from './store.ts'

/**
 * Invites a person. The invitation is stored before the mail goes out, so no transaction waits for the mail server.
 * @throws no_organization, not_allowed, role_above, demo_fixed, member_missing, invitation_duplicate, member_already,
 * invitations_too_many, invitations_new, email_unverified
 */
export function sendInvitation(request: RequestContext, input: NewInvitation): Promise<SentInvitation> {
  const therapistIds = input.therapistIds.map((therapistId) => rowId(therapistId, 'member_missing'))
  return storeAndMail(request, async (context, secrets) => {
    const organizationId = requireOrganizationAdmin(context)
    const { refusal, id } = await insertInvitation(context.db, organizationId, { ...input, therapistIds }, secrets)
    await throwIfLimited(refusal, () => secondsToInvite(context.db, organizationId, refusal))
    audit(context, {
      action: 'invitation.made',
      resourceType: 'invitation',
      resourceId: id,
      details: { role: input.role },
    })
    return id
  })
}

/**
 * Mails a new link of a pending invitation.
 * @throws no_organization, not_allowed, demo_fixed, invitation_gone, email_unverified; invitation_too_soon within a
 * minute
 */
export function resendInvitation(request: RequestContext, input: { invitationId: string }): Promise<SentInvitation> {
  return storeAndMail(request, async (context, secrets) => {
    const organizationId = requireOrganizationAdmin(context)
    const id = rowId(input.invitationId, 'invitation_gone')
    const refusal = await renewInvitation(context.db, organizationId, id, secrets)
    await throwIfLimited(refusal, () => secondsToInvite(context.db, organizationId, refusal, id))
    audit(context, { action: 'invitation.renewed', resourceType: 'invitation', resourceId: id })
    return id
  })
}

async function storeAndMail(
  request: RequestContext,
  write: (context: Context, secrets: Secrets) => Promise<string>,
): Promise<SentInvitation> {
  const [mailed, shown] = [newSecret(), newSecret()]
  const { organizationId, invitation, offer, timeZone } = await asCaller(
    request,
    async (context) => {
      const { db, actor } = context
      const id = await write(context, { mailed: mailed.hash, shown: shown.hash })
      const written = requireOrganizationAdmin(context)
      const listed = (await listPending(db, written)).find((open) => open.id === id)
      return {
        organizationId: written,
        invitation: { ...(listed ?? fail('invitation_gone')), id },
        offer: (await findOffer(db, mailed.hash)) ?? fail('invitation_gone'),
        timeZone: actor.timeZone,
      }
    },
    undefined,
  )
  const reason = await mailInvitation(request, { ...offer, timeZone }, linkTo(request, mailed))
  const isSent = reason === null
  // The mail is out, so its result is also stored if the caller has switched organizations since.
  const stored = asCaller(
    { ...request, inAnyOrganization: true },
    async (context) => {
      if (isSent) await markSent(context.db, organizationId, invitation.id)
      audit(context, {
        action: isSent ? 'invitation.sent' : 'invitation.not_sent',
        resourceType: 'invitation',
        resourceId: invitation.id,
        organizationId,
        details: { role: offer.role },
      })
    },
    undefined,
  )
  await stored.catch(logUnstored(request, organizationId))
  return {
    invitation: isSent ? { ...invitation, status: 'sent' } : invitation,
    link: linkTo(request, shown),
    failure: isSent ? null : sentence('invitation_not_sent', { detail: reason }),
  }
}
