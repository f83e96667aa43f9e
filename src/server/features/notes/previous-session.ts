import type { PreviousSession } from '#shared/contract/notes.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { getClient } from '#server/features/clients/get-client.ts'
import { rowId } from '#server/ids.ts'
import { summarizeNote } from './previous-session-summary.ts'
import { findLatestNote } from './store.ts'

/**
 * Summarizes the client's newest note with text, and audits the reading. The session `exceptSessionId` is skipped.
 * @throws client_missing, session_not_found for a malformed `exceptSessionId`
 */
export async function previousSession(
  context: Context,
  { clientId: requestedId, exceptSessionId }: { clientId: string; exceptSessionId?: string | undefined },
): Promise<PreviousSession> {
  const { id: clientId } = await getClient(context, { clientId: requestedId })
  const except = exceptSessionId === undefined ? null : rowId(exceptSessionId, 'session_not_found')
  const note = await findLatestNote(context.db, clientId, except)
  if (!note) return { session: null, summary: [], focusAreas: [] }
  const { sessionId, date, noteType, sections } = note
  audit(context, { action: 'note.read', resourceType: 'note', resourceId: sessionId, clientId })
  return { session: { id: sessionId, date, noteType }, ...summarizeNote(sections) }
}
