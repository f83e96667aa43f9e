import type { InvitationOffer, MemberProfile } from '#shared/contract/invitations.ts'
import { request } from './auth.ts'

// Invitations are accepted in the auth app, without the typed client. The link's secret is sent in bodies only.

/** Loads an invitation, signed in or not. */
export async function fetchInvitation(secret: string): Promise<InvitationOffer> {
  const response = await request('POST', 'invitations/look', 'Failed to load invitation', { secret })
  return await response.json()
}

interface NewAccount {
  password: string
  firstName: string
  lastName: string
  credentials: string
  isPrelicensed: boolean
}

/**
 * Creates an account for the invited address and signs in. Returns whether the account has joined; if not, its address
 * must be confirmed first.
 */
export async function acceptInvitation(secret: string, account: NewAccount): Promise<boolean> {
  const body = { ...account, secret, timeZone: browserZone() }
  const response = await request('POST', 'invitations/accept', 'Failed to create account', body)
  const answer: { organizationId: string | null } = await response.json()
  return answer.organizationId !== null
}

/** Accepts the invitation with the signed-in account, and saves the profile if one is given. */
export async function joinOrganization(secret: string, profile?: MemberProfile): Promise<void> {
  await request('POST', 'invitations/join', 'Failed to accept invitation', { secret, profile })
}

/** Joins with an account that was created for the invitation, after its address was confirmed. */
export async function joinWithNames(secret: string, account: NewAccount): Promise<void> {
  const { password: _, ...profile } = account
  await joinOrganization(secret, { ...profile, timeZone: browserZone() })
}

function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
