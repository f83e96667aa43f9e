import type { Client, ClientDetails, ClientStatus } from '#shared/contract/clients.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { changeClient, findClient } from './store.ts'

type Changes = { [K in keyof ClientDetails]?: ClientDetails[K] | undefined } & { status?: ClientStatus }

/** Changes a client. Allowed for the client's therapist and for owners and admins of the organization. */
export function updateClient(
  context: Context,
  { clientId, ...changes }: { clientId: string } & Changes,
): Promise<Client> {
  return change(context, clientId, changes, 'client.changed')
}

export function archiveClient(context: Context, { clientId }: { clientId: string }): Promise<Client> {
  return change(context, clientId, { status: 'archived' }, 'client.archived')
}

export function restoreClient(context: Context, { clientId }: { clientId: string }): Promise<Client> {
  return change(context, clientId, { status: 'active' }, 'client.restored')
}

/** @throws client_missing if the caller cannot see the client, not_allowed if the caller can see but not change it */
async function change(context: Context, clientId: string, changes: Changes, action: string): Promise<Client> {
  const id = rowId(clientId, 'client_missing')
  audit(context, { action, resourceType: 'client', resourceId: id, clientId: id })
  const [isChanged, client] = await Promise.all([changeClient(context.db, id, changes), findClient(context.db, id)])
  if (!client) fail('client_missing')
  return isChanged ? client : fail('not_allowed')
}
