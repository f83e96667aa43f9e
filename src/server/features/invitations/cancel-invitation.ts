import type { Invitation } from '#shared/contract/invitations.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { organizationInCharge } from '#server/features/organizations/own-organization.ts'
import { refused } from '#server/features/organizations/refused.ts'
import { rowId } from '#server/ids.ts'
import { cancelInvitation as cancelRow, listOpen } from './store.ts'

/** @throws no_organization, not_allowed, demo_fixed, invitation_gone */
export async function cancelInvitation(context: Context, input: { invitationId: string }): Promise<Invitation[]> {
  const { db } = context
  const organizationId = organizationInCharge(context)
  refused(await cancelRow(db, organizationId, rowId(input.invitationId, 'invitation_gone')))
  await audit(context, { action: 'invitation.cancelled', resourceType: 'invitation' })
  return listOpen(db, organizationId)
}
