import type { DeletionReceipt } from '#shared/contract/corrections.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { getClient } from '#server/features/clients/get-client.ts'
import { listReceipts as listRows } from './store.ts'

/**
 * Lists the deletion receipts of a client's record to everyone who may see the client.
 * @throws client_missing
 */
export async function listReceipts(
  context: Context,
  input: { clientId: string },
): Promise<{ items: DeletionReceipt[] }> {
  const { id } = await getClient(context, input)
  audit(context, { action: 'client.receipts_read', resourceType: 'client', resourceId: id, clientId: id })
  const items = await listRows(context.db, id)
  return { items }
}
