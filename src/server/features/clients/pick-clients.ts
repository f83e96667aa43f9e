import type { PickerClient } from '#shared/contract/clients.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { pickClients as pickRows } from './store.ts'

/** Maximum number of clients in the dialog. Users find others by searching. */
const limit = 200

/** Lists the caller's own active clients, by name. */
export async function pickClients(
  context: Context,
  input: { search: string },
): Promise<{ items: PickerClient[]; total: number }> {
  audit(context, { action: 'client.listed', resourceType: 'client', details: { picker: true } })
  return await pickRows(context.db, context.actor, input.search, limit)
}
