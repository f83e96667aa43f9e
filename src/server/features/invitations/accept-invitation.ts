import type { Context, RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { addressHeader } from '#server/features/accounts/account-trail.ts'
import { failureOf } from '#server/features/accounts/auth-answers.ts'
import { invitedSignUps } from '#server/features/accounts/invited-sign-ups.ts'
import { updateAccount } from '#server/features/accounts/update-account.ts'
import { sessionToken } from '#server/http/session-cookie.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { createTurns } from '#server/in-turn.ts'
import { joinOrganization } from './join-organization.ts'
import { openOffer } from './look-at-invitation.ts'
import { secretHash } from './secret.ts'
import type { Offer } from './store.ts'

interface Acceptance {
  secret: string
  password: string
  firstName: string
  lastName: string
  timeZone?: string | undefined
}

/**
 * Makes an account for the invited address, signs it in and joins. The account is made by the sign-in library's own route:
 * hashing, password rules and limits are those of sign-up. Of many at once one makes the account and joins. A link that was
 * not mailed proves no address: then nobody joins before it is confirmed.
 * @throws invitation_id_format, invitation_missing, invitation_over, password_short, password_weak, too_many_requests,
 *   invitation_not_accepted when no account could be made, as for an address that has one
 */
export async function acceptInvitation(
  request: RequestContext,
  input: Acceptance,
): Promise<{ organizationId: string | null }> {
  const hash = secretHash(input.secret, 'invitation_id_format')
  return inTurn(hash.toString('hex'), () => accept(request, hash, input))
}

/** Of many at once, all but the first find an invitation that is over, before a password is hashed for them. */
const inTurn = createTurns()

async function accept(request: RequestContext, hash: Buffer, input: Acceptance) {
  const { auth, sender } = request
  const offer = await openOffer(request, hash)
  const answer = await signUp(request, offer, input)
  const cookies = answer.headers.getSetCookie()
  const cookie = cookies.map((line) => line.split(';')[0]).join('; ')
  const { secret, authCookies } = await auth.$context
  const token = sessionToken({ headers: { cookie } }, secret, authCookies.sessionToken.attributes.secure ?? false)
  if (token === undefined) fail('invitation_not_accepted')
  const joined = offer.isMailed
    ? await asCaller({ ...request, caller: { ...sender, token } }, join, input)
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
  const signingUp = new Request(url, { method: 'POST', headers, body })
  invitedSignUps.set(signingUp, { isProved: offer.isMailed, known: [offer.organizationName, firstName, lastName] })
  const answer = await auth.handler(signingUp)
  const failure = await failureOf(answer)
  // Whether the address has an account is not said here.
  if (failure?.code === 'email_taken' || failure?.code === 'account_create_failed') fail('invitation_not_accepted')
  if (failure) throw failure
  return answer
}

/** Joined first: whoever is in an organization founds none by giving a name. */
async function join(context: Context, { secret, firstName, lastName, timeZone }: Acceptance) {
  const joined = await joinOrganization(context, { secret })
  await updateAccount(context, { firstName, lastName, timeZone })
  return joined
}
