import type { InvitationOffer } from '#shared/contract/invitations.ts'
import type { RequestContext } from '#server/context.ts'
import { fail, tooMany } from '#server/fail.ts'
import { secretHash } from './secret.ts'
import { countPreview, findOffer, type Offer } from './store.ts'

/** Maximum lookups per address and minute. Secrets cannot be guessed; the limit protects the database. */
const maxPreviews = 60

/** @throws invitation_format, invitation_missing, invitation_over, too_many_requests */
export async function previewInvitation(request: RequestContext, input: { secret: string }): Promise<InvitationOffer> {
  const hash = secretHash(input.secret, 'invitation_format')
  const { tenant, sender } = request
  const wait = await tenant.asAnonymous((db) => countPreview(db, sender.ipAddress, maxPreviews))
  if (wait > 0) throw tooMany(wait)
  const { status: _, expiresAt, ...offer } = await findOpenOffer(request, hash)
  return { ...offer, expiresAt: expiresAt.toISOString() }
}

/**
 * Finds an invitation that can still be accepted.
 * @throws invitation_missing, invitation_over
 */
export async function findOpenOffer({ tenant }: RequestContext, hash: Buffer): Promise<Offer> {
  const offer = (await tenant.asAnonymous((db) => findOffer(db, hash))) ?? fail('invitation_missing')
  if (offer.status !== 'pending' && offer.status !== 'sent') fail('invitation_over', { status: offer.status })
  return offer
}
