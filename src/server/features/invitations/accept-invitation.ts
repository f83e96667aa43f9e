import type { MemberProfile } from '#shared/contract/invitations.ts'
import type { RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { addressHeader } from '#server/features/accounts/account-trail.ts'
import { toAuthFailure } from '#server/features/accounts/auth-failures.ts'
import { invitedSignUps } from '#server/features/accounts/invited-sign-ups.ts'
import { sessionToken } from '#server/http/session-cookie.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { createKeyedQueue } from '#server/keyed-queue.ts'
import { joinOrganization } from './join-organization.ts'
import { findOpenOffer } from './preview-invitation.ts'
import { secretHash } from './secret.ts'
import type { Offer } from './store.ts'

interface Acceptance extends MemberProfile {
  secret: string
  password: string
  firstName: string
  lastName: string
}

/**
 * Creates an account for the invited address, signs the user in and adds them to the organization. Uses better-auth's
 * own route, so hashing, password rules and limits are those of sign-up. Parallel requests create one account. A link
 * that was not mailed does not verify the address, so the user joins after confirming the address.
 * @throws invitation_id_format, invitation_missing, invitation_over, password_short, password_weak, too_many_requests,
 * invitation_not_accepted if no account could be created, e.g. because the address has one
 */
export async function acceptInvitation(
  request: RequestContext,
  input: Acceptance,
): Promise<{ organizationId: string | null }> {
  const hash = secretHash(input.secret, 'invitation_id_format')
  return oneAtATime(hash.toString('hex'), () => accept(request, hash, input))
}

/**
 * Runs parallel requests in sequence: after the first request, the others find the invitation accepted, and no password
 * is hashed for them.
 */
const oneAtATime = createKeyedQueue()

async function accept(request: RequestContext, hash: Buffer, input: Acceptance) {
  const { auth, sender } = request
  const offer = await findOpenOffer(request, hash)
  const response = await signUp(request, offer, input)
  const cookies = response.headers.getSetCookie()
  const cookie = cookies.map((line) => line.split(';')[0]).join('; ')
  const { secret, authCookies } = await auth.$context
  const token = sessionToken({ headers: { cookie } }, secret, authCookies.sessionToken.attributes.secure ?? false)
  if (token === undefined) fail('invitation_not_accepted')
  const { secret: invitation, password: _, ...profile } = input
  const joined = offer.isMailed
    ? await asCaller({ ...request, caller: { ...sender, token } }, joinOrganization, { secret: invitation, profile })
    : { organizationId: null }
  for (const line of cookies) request.resHeaders?.append('set-cookie', line)
  return joined
}

async function signUp(
  { auth, sender }: RequestContext,
  offer: Offer,
  { password, firstName, lastName }: Acceptance,
): Promise<Response> {
  const url = new URL('/api/auth/sign-up/email', auth.options.baseURL)
  const headers = {
    'content-type': 'application/json',
    origin: url.origin,
    'user-agent': sender.userAgent,
    [addressHeader]: sender.ipAddress,
  }
  const body = JSON.stringify({ email: offer.email, password, name: '' })
  const signUpRequest = new Request(url, { method: 'POST', headers, body })
  invitedSignUps.set(signUpRequest, {
    isVerified: offer.isMailed,
    known: [offer.organizationName, firstName, lastName],
  })
  const response = await auth.handler(signUpRequest)
  const failure = await toAuthFailure(response)
  // The error does not reveal whether the address has an account.
  if (failure?.code === 'email_taken' || failure?.code === 'account_create_failed') fail('invitation_not_accepted')
  if (failure) throw failure
  return response
}
