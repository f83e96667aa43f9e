import type { InvitationOffer } from '#shared/contract/invitations.ts'
import type { RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { findOffer, mayTry, type Offer } from './store.ts'

/** Looks from one address within a minute. An id cannot be guessed; this spares the database. */
const mostLooks = 60

/** @throws invitation_format, invitation_missing, invitation_over, too_many_requests */
export async function lookAtInvitation(
  request: RequestContext,
  input: { invitationId: string },
): Promise<InvitationOffer> {
  const id = rowId(input.invitationId, 'invitation_format')
  const { tenant, sender } = request
  const isPerson = await tenant.asNobody((db) => mayTry(db, `invitation ${sender.ipAddress}`, mostLooks))
  if (!isPerson) fail('too_many_requests')
  const { status: _, expiresAt, ...offer } = await openOffer(request, id)
  return { ...offer, expiresAt: expiresAt.toISOString() }
}

/** An offer that can still be accepted. */
export async function openOffer({ tenant }: RequestContext, id: string): Promise<Offer> {
  const offer = (await tenant.asNobody((db) => findOffer(db, id))) ?? fail('invitation_missing')
  if (offer.status !== 'pending' && offer.status !== 'sent') fail('invitation_over', { status: offer.status })
  return offer
}
