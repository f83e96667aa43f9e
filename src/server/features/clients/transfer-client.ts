import type { Client } from '#shared/contract/clients.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { tellOfTransfer } from '#server/features/notices/tell-of-transfer.ts'
import { organizationInCharge } from '#server/features/organizations/own-organization.ts'
import { refused } from '#server/features/organizations/refused.ts'
import { rowId } from '#server/ids.ts'
import { findClient } from './store.ts'
import { findHolding, handOver } from './transfer-store.ts'

/** What the next therapist reads where the work of one who has left ended. */
export const interrupted = 'This was interrupted when the client went to another therapist. Try again.'

/**
 * Gives a client to another active member of the organization. Recordings keep their names in the file store.
 * @throws no_organization, not_allowed, demo_fixed, client_missing, transfer_target, client_busy
 */
export async function transferClient(
  context: Context,
  input: { clientId: string; therapistId: string },
): Promise<Client> {
  const { db } = context
  const organizationId = organizationInCharge(context)
  const clientId = rowId(input.clientId, 'client_missing')
  const therapistId = rowId(input.therapistId, 'transfer_target')
  const before = await findHolding(db, clientId)
  if (before?.organizationId !== organizationId) fail('client_missing')
  refused(await handOver(db, { organizationId, clientId, therapistId }, interrupted))
  const [client] = await Promise.all([
    findClient(db, clientId),
    ...(before.therapistId === therapistId
      ? []
      : [
          audit(context, {
            action: 'client.transferred',
            resourceType: 'client',
            resourceId: clientId,
            clientId,
            details: { from: before.therapistId, to: therapistId },
          }),
          tellOfTransfer(context, { organizationId, clientId, formerId: before.therapistId }),
        ]),
  ])
  return client ?? fail('client_missing')
}
