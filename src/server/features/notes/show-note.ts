import type { Note } from '#shared/contract/notes.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import type { NoteRow } from './store.ts'
import { toNote } from './to-note.ts'

/** Returns a note for display, and audits the reading. */
export async function showNote(context: Context, note: NoteRow): Promise<Note> {
  const { sessionId, client } = note
  audit(context, { action: 'note.read', resourceType: 'note', resourceId: sessionId, clientId: client.id })
  return toNote(context, note)
}
