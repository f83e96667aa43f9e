import type { AdminClientDetails } from '#shared/contract/admin-clients.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { auditPanel } from './audit-panel.ts'
import { findClient } from './clients-store.ts'

/** @throws justification_missing unless a reason was given for this client (`justifyAccess`) */
export async function getClient(context: Context, input: { clientId: string }): Promise<AdminClientDetails> {
  const id = rowId(input.clientId, 'justification_missing')
  const client = (await findClient(context.db, id)) ?? fail('justification_missing')
  auditPanel(context, {
    action: 'admin.client_read',
    resourceType: 'client',
    resourceId: id,
    clientId: id,
    organizationId: client.organization?.id ?? null,
  })
  return client
}
