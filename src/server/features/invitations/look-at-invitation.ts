import type { InvitationOffer } from '#shared/contract/invitations.ts'
import type { RequestContext } from '#server/context.ts'
import { fail, tooMany } from '#server/fail.ts'
import { secretHash } from './secret.ts'
import { countLook, findOffer, type Offer } from './store.ts'

/** Lookups per address and minute. Secrets cannot be guessed; the limit protects the database. */
const mostLooks = 60

/** @throws invitation_format, invitation_missing, invitation_over, too_many_requests */
export async function lookAtInvitation(request: RequestContext, input: { secret: string }): Promise<InvitationOffer> {
  const hash = secretHash(input.secret, 'invitation_format')
  const { tenant, sender } = request
  const wait = await tenant.asNobody((db) => countLook(db, sender.ipAddress, mostLooks))
  if (wait > 0) throw tooMany(wait)
  const { status: _, expiresAt, ...offer } = await openOffer(request, hash)
  return { ...offer, expiresAt: expiresAt.toISOString() }
}

/** An offer that can still be accepted. */
export async function openOffer({ tenant }: RequestContext, hash: Buffer): Promise<Offer> {
  const offer = (await tenant.asNobody((db) => findOffer(db, hash))) ?? fail('invitation_missing')
  if (offer.status !== 'pending' && offer.status !== 'sent') fail('invitation_over', { status: offer.status })
  return offer
}
