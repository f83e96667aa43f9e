import type { PreviousSession } from '#shared/contract/notes.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { getClient } from '#server/features/clients/get-client.ts'
import { glanceAt } from './glance.ts'
import { findLatestNote } from './store.ts'

/**
 * A few lines of the client's newest note, which is a reading of it.
 * @throws client_missing
 */
export async function previousSession(context: Context, input: { clientId: string }): Promise<PreviousSession> {
  const { id: clientId } = await getClient(context, input)
  const note = await findLatestNote(context.db, clientId)
  if (!note) return { session: null, summary: [], focusAreas: [] }
  const { sessionId, date, noteType, sections } = note
  await audit(context, { action: 'note.read', resourceType: 'note', resourceId: sessionId, clientId })
  return { session: { id: sessionId, date, noteType }, ...glanceAt(sections) }
}
