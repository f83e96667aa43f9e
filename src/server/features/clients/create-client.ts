import type { Client, NewClient } from '#shared/contract/clients.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { findClient, insertClient } from './store.ts'

/**
 * Adds a client, or changes the client that an earlier request with the same id added.
 * @throws organization_missing if the caller belongs to no organization (spec core §5)
 */
export async function createClient(context: Context, input: NewClient): Promise<Client> {
  if (!context.actor.organizationId) fail('organization_missing')
  const { id, isNew } = await insertClient(context.db, context.actor, input)
  const action = isNew ? 'client.created' : 'client.changed'
  audit(context, { action, resourceType: 'client', resourceId: id, clientId: id })
  return (await findClient(context.db, id)) ?? fail('client_missing')
}
