import type { InvitationOffer } from '#shared/contract/invitations.ts'
import { request } from './auth.ts'

// Invitations are accepted on the way in, without the typed client.

const at = (invitationId: string) => `invitations/${encodeURIComponent(invitationId)}`

/** What an invitation offers, signed in or not. */
export async function lookAtInvitation(invitationId: string): Promise<InvitationOffer> {
  const response = await request('GET', at(invitationId), 'Failed to load invitation')
  return await response.json()
}

/** Makes an account for the invited address, signs it in and joins. */
export async function acceptInvitation(
  invitationId: string,
  account: { password: string; firstName: string; lastName: string },
): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  await request('POST', `${at(invitationId)}/accept`, 'Failed to create account', { ...account, timeZone })
}

/** Accepts with the account that is signed in. */
export async function joinOrganization(invitationId: string): Promise<void> {
  await request('POST', `${at(invitationId)}/join`, 'Failed to accept invitation', {})
}
