import type { Client } from '#shared/contract/clients.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { notifyTransfer } from '#server/features/notices/notify-transfer.ts'
import { requireOrganizationAdmin } from '#server/features/organizations/require-organization.ts'
import { throwReturnedFailure } from '#server/features/organizations/throw-if-failure.ts'
import { rowId } from '#server/ids.ts'
import { findClient } from './store.ts'
import { applyTransfer, findAssignment } from './transfer-store.ts'

/** Message that the next therapist sees for work that a transfer stopped because the former therapist had left. */
export const interruptedMessage =
  'This was interrupted when the client was transferred to another therapist. Try again.'

/**
 * Transfers a client to another active member of the organization. Recordings keep their names in the file store.
 * @throws no_organization, not_allowed, demo_fixed, client_missing, transfer_target, client_busy, client_unsigned
 */
export async function transferClient(
  context: Context,
  input: { clientId: string; therapistId: string; mayStayUnsigned: boolean },
): Promise<Client> {
  const { db } = context
  const organizationId = requireOrganizationAdmin(context)
  const clientId = rowId(input.clientId, 'client_missing')
  const therapistId = rowId(input.therapistId, 'transfer_target')
  const before = await findAssignment(db, clientId)
  if (before?.organizationId !== organizationId) fail('client_missing')
  const { failure, formerId } = await applyTransfer(
    db,
    { organizationId, clientId, therapistId, mayStayUnsigned: input.mayStayUnsigned },
    interruptedMessage,
  )
  throwReturnedFailure(failure)
  // Another transfer may have ended since `before` was read.
  if (formerId !== null && formerId !== therapistId) {
    audit(context, {
      action: 'client.transferred',
      resourceType: 'client',
      resourceId: clientId,
      clientId,
      details: { from: formerId, to: therapistId },
    })
    await notifyTransfer(context, { organizationId, clientId, formerId })
  }
  return (await findClient(db, clientId)) ?? fail('client_missing')
}
