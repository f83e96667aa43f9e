import type { Context, RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { addressHeader } from '#server/features/accounts/account-trail.ts'
import { failureOf } from '#server/features/accounts/auth-answers.ts'
import { updateAccount } from '#server/features/accounts/update-account.ts'
import { sessionToken } from '#server/http/session-cookie.ts'
import { asCaller } from '#server/http/use-case.ts'
import { rowId } from '#server/ids.ts'
import { createTurns } from '#server/in-turn.ts'
import { joinOrganization } from './join-organization.ts'
import { openOffer } from './look-at-invitation.ts'

interface Acceptance {
  invitationId: string
  password: string
  firstName: string
  lastName: string
  timeZone?: string | undefined
}

/**
 * Makes an account for the invited address, signs it in and joins. The account is made by the sign-in library's own route:
 * hashing, password rules and limits are those of sign-up. Of many at once one makes the account and joins.
 * @throws invitation_id_format, invitation_missing, invitation_over, password_short, password_weak, too_many_requests,
 *   invitation_not_accepted when no account could be made, as for an address that has one
 */
export async function acceptInvitation(
  request: RequestContext,
  input: Acceptance,
): Promise<{ organizationId: string }> {
  const id = rowId(input.invitationId, 'invitation_id_format')
  return inTurn(id, () => accept(request, id, input))
}

/** Of many at once, all but the first find an invitation that is over, before a password is hashed for them. */
const inTurn = createTurns()

async function accept(request: RequestContext, id: string, input: Acceptance): Promise<{ organizationId: string }> {
  const { auth, sender } = request
  const { email } = await openOffer(request, id)
  const answer = await signUp(request, { email, password: input.password })
  const cookies = answer.headers.getSetCookie()
  const cookie = cookies.map((line) => line.split(';')[0]).join('; ')
  const { secret, authCookies } = await auth.$context
  const token = sessionToken({ headers: { cookie } }, secret, authCookies.sessionToken.attributes.secure ?? false)
  if (token === undefined) fail('invitation_not_accepted')
  const joined = await asCaller({ ...request, caller: { ...sender, token } }, join, { ...input, invitationId: id })
  for (const line of cookies) request.resHeaders?.append('set-cookie', line)
  return joined
}

async function signUp(
  { auth, sender }: RequestContext,
  credentials: { email: string; password: string },
): Promise<Response> {
  const url = new URL('/api/auth/sign-up/email', auth.options.baseURL)
  const headers = {
    'content-type': 'application/json',
    origin: url.origin,
    'user-agent': sender.userAgent,
    [addressHeader]: sender.ipAddress,
  }
  const body = JSON.stringify({ ...credentials, name: '' })
  const answer = await auth.handler(new Request(url, { method: 'POST', headers, body }))
  const failure = await failureOf(answer)
  // Whether the address has an account is not said here.
  if (failure?.code === 'email_taken' || failure?.code === 'account_create_failed') fail('invitation_not_accepted')
  if (failure) throw failure
  return answer
}

/** Joined first: whoever is in an organization founds none by giving a name. */
async function join(context: Context, { invitationId, firstName, lastName, timeZone }: Acceptance) {
  const joined = await joinOrganization(context, { invitationId })
  await updateAccount(context, { firstName, lastName, timeZone })
  return joined
}
