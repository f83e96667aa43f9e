import { isLocked } from '#shared/rules/note-status.ts'
import { therapistInSentence } from '#shared/rules/therapist-name.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { withCurrentSafety } from './current-safety.ts'
import { findNote, lockNote, type NoteRow } from './store.ts'

/** A note as stored, with its session and client. */
export type OwnNote = NoteRow

/**
 * Returns the unsigned note of a session that the caller held, locked until the transaction ends.
 * @throws session_missing; not_allowed for other readers; note_of_other after a transfer of the client; note_signed
 */
export async function ownNote(context: Context, sessionId: string): Promise<NoteRow> {
  const note = await lockAccessible(context, sessionId)
  if (note.renderedBy !== context.actor.userId) fail('note_of_other', { name: therapistInSentence(note.therapistName) })
  return note
}

/**
 * Like `ownNote`, but before the first draft it also accepts the client's next therapist.
 * @throws what `ownNote` throws
 */
export async function ownNoteToDraft(context: Context, sessionId: string): Promise<NoteRow> {
  const note = await lockAccessible(context, sessionId)
  if (note.renderedBy !== context.actor.userId && note.version > 0)
    fail('note_of_other', { name: therapistInSentence(note.therapistName) })
  return note
}

async function lockAccessible(context: Context, sessionId: string): Promise<NoteRow> {
  const { db } = context
  const id = rowId(sessionId, 'session_missing')
  const note = await lockNote(db, id)
  if (!note) fail((await findNote(db, id)) ? 'not_allowed' : 'session_missing')
  if (isLocked(note)) fail('note_signed')
  return await withCurrentSafety(context, note)
}
