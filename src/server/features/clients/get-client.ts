import type { Client } from '#shared/contract/clients.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { findClient } from './store.ts'

/** @throws client_missing if the client does not exist or the caller may not see the client */
export async function getClient(context: Context, input: { clientId: string }): Promise<Client> {
  const id = rowId(input.clientId, 'client_missing')
  audit(context, { action: 'client.read', resourceType: 'client', resourceId: id, clientId: id })
  return (await findClient(context.db, id)) ?? fail('client_missing')
}
