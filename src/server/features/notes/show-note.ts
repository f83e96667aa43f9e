import type { Note } from '#shared/contract/notes.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import type { NoteRow } from './store.ts'
import { toNote } from './to-note.ts'

/** Answers a note as it stands, which is a reading of it. */
export async function showNote(context: Context, note: NoteRow): Promise<Note> {
  const { sessionId, client } = note
  await audit(context, { action: 'note.read', resourceType: 'note', resourceId: sessionId, clientId: client.id })
  return toNote(context.config, note)
}
