import type { Invitation } from '#shared/contract/invitations.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { requireOrganizationAdmin } from '#server/features/organizations/require-organization.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { rowId } from '#server/ids.ts'
import { cancelInvitation as cancelRow, listPending } from './store.ts'

/** @throws no_organization, not_allowed, demo_fixed, invitation_gone */
export async function cancelInvitation(context: Context, input: { invitationId: string }): Promise<Invitation[]> {
  const { db } = context
  const organizationId = requireOrganizationAdmin(context)
  const id = rowId(input.invitationId, 'invitation_gone')
  throwIfFailure(await cancelRow(db, organizationId, id))
  audit(context, { action: 'invitation.cancelled', resourceType: 'invitation', resourceId: id })
  return listPending(db, organizationId)
}
