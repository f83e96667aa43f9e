import type { AmendmentRequests } from '#shared/contract/amendments.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { getClient } from '#server/features/clients/get-client.ts'
import { findSignableNote } from '#server/features/notes/find-signable-note.ts'
import { rowId } from '#server/ids.ts'
import { listRequests, mayAmend } from './store.ts'

/** @throws client_missing */
export async function listOfClient(context: Context, input: { clientId: string }): Promise<AmendmentRequests> {
  const { id: clientId } = await getClient(context, input)
  return await list(context, clientId, { clientId })
}

/** @throws session_missing */
export async function listOfNote(context: Context, input: { sessionId: string }): Promise<AmendmentRequests> {
  const sessionId = rowId(input.sessionId, 'session_missing')
  const { clientId } = (await findSignableNote(context.db, sessionId)) ?? fail('session_missing')
  return await list(context, clientId, { sessionId })
}

/** Every page of a note calls this function, so the read is audited only if there are requests. */
async function list(
  context: Context,
  clientId: string,
  of: { clientId: string } | { sessionId: string },
): Promise<AmendmentRequests> {
  const { db } = context
  const [items, canAnswer] = await Promise.all([listRequests(db, of), mayAmend(db, clientId)])
  if (items.length > 0) {
    audit(context, { action: 'amendment.read', resourceType: 'client', resourceId: clientId, clientId })
  }
  return { items, canAnswer }
}
