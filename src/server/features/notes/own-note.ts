import { isLocked } from '#shared/rules/note-status.ts'
import { therapistInSentence } from '#shared/rules/therapist-name.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { withCurrentSafety } from './current-safety.ts'
import { findNote, lockNote, type NoteRow } from './store.ts'

/** A stored note. Other features use this type, because the store is private to this feature. */
export type OwnNote = NoteRow

/**
 * Finds the unsigned note of a session that the caller held, and locks it until the transaction ends.
 * @throws session_missing; not_allowed for other readers; note_of_other for the next therapist of a transferred client;
 * note_signed
 */
export async function lockOwnNote(context: Context, sessionId: string): Promise<NoteRow> {
  const note = await lockUnsignedNote(context, sessionId)
  if (note.renderedBy !== context.actor.userId) fail('note_of_other', { name: therapistInSentence(note.therapistName) })
  return note
}

/**
 * Like `lockOwnNote`, but also accepts the client's next therapist as long as the note has no version.
 * @throws session_missing, not_allowed, note_of_other, note_signed
 */
export async function lockOwnNoteToDraft(context: Context, sessionId: string): Promise<NoteRow> {
  const note = await lockUnsignedNote(context, sessionId)
  if (note.renderedBy !== context.actor.userId && note.version > 0)
    fail('note_of_other', { name: therapistInSentence(note.therapistName) })
  return note
}

async function lockUnsignedNote(context: Context, sessionId: string): Promise<NoteRow> {
  const { db } = context
  const id = rowId(sessionId, 'session_missing')
  const note = await lockNote(db, id)
  if (!note) fail((await findNote(db, id)) ? 'not_allowed' : 'session_missing')
  if (isLocked(note)) fail('note_signed')
  return await withCurrentSafety(context, note)
}
