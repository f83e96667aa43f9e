import type { Client, ClientDetails } from '#shared/contract/clients.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { findClient, insertClient } from './store.ts'

/** @throws organization_missing if the caller belongs to no organization (spec core §5) */
export async function createClient(context: Context, details: ClientDetails): Promise<Client> {
  if (!context.actor.organizationId) fail('organization_missing')
  const id = await insertClient(context.db, context.actor, details)
  audit(context, { action: 'client.created', resourceType: 'client', resourceId: id, clientId: id })
  return (await findClient(context.db, id)) ?? fail('client_missing')
}
