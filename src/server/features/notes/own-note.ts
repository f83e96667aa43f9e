import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { withCurrentSafety } from './current-safety.ts'
import { findNote, lockNote, type NoteRow } from './store.ts'

/**
 * The note, for its own therapist only, kept from being changed by others until the transaction ends.
 * @throws session_missing, and not_allowed for whoever else may see it
 */
export async function ownNote(context: Context, sessionId: string): Promise<NoteRow> {
  const { db } = context
  const id = rowId(sessionId, 'session_missing')
  const note = await lockNote(db, id)
  if (!note) fail((await findNote(db, id)) ? 'not_allowed' : 'session_missing')
  return await withCurrentSafety(context, note)
}
