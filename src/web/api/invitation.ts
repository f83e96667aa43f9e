import type { InvitationOffer } from '#shared/contract/invitations.ts'
import { request, updateAccount } from './auth.ts'

// Invitations are accepted on the way in, without the typed client. The secret of the link travels in bodies only.

/** What an invitation offers, signed in or not. */
export async function fetchInvitation(secret: string): Promise<InvitationOffer> {
  const response = await request('POST', 'invitations/look', 'Failed to load invitation', { secret })
  return await response.json()
}

interface NewAccount {
  password: string
  firstName: string
  lastName: string
}

/** Makes an account for the invited address and signs it in. Answers whether it joined; else the address is to be confirmed first. */
export async function acceptInvitation(secret: string, account: NewAccount): Promise<boolean> {
  const body = { ...account, secret, timeZone: browserZone() }
  const response = await request('POST', 'invitations/accept', 'Failed to create account', body)
  const answer: { organizationId: string | null } = await response.json()
  return answer.organizationId !== null
}

/** Accepts with the account that is signed in. */
export async function joinOrganization(secret: string): Promise<void> {
  await request('POST', 'invitations/join', 'Failed to accept invitation', { secret })
}

/** Joins with an account that was made for the invitation, and whose address is confirmed now. */
export async function joinWithNames(secret: string, { firstName, lastName }: NewAccount): Promise<void> {
  // Joined first: whoever is in an organization founds none by giving a name.
  await joinOrganization(secret)
  await updateAccount({ firstName, lastName, timeZone: browserZone() })
}

function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
