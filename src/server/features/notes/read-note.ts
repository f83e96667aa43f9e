import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { withCurrentSafety } from './current-safety.ts'
import { findNote, type NoteRow } from './store.ts'

/**
 * Returns the note of a session, with its current safety passages.
 * @throws session_missing also for a session that the caller may not see
 */
export async function readNote(context: Context, sessionId: string): Promise<NoteRow> {
  const found = await findNote(context.db, rowId(sessionId, 'session_missing'))
  return await withCurrentSafety(context, found ?? fail('session_missing'))
}
