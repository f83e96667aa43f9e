import type { Note } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import type { Context } from '#server/context.ts'
import { type Correction, correctUtterance } from '#server/features/transcripts/correct-utterance.ts'
import { withOriginals } from '#server/features/transcripts/with-originals.ts'
import { threads } from '#server/threads/pool.ts'
import { readSafety } from './current-safety.ts'
import { ownNote } from './own-note.ts'
import { updateNote } from './store.ts'
import { toNote } from './to-note.ts'
import { findVersion } from './versions-store.ts'

/**
 * Corrects the words or speaker of a turn and checks the note against it: evidence whose quote is gone is removed, and
 * safety passages follow the corrected words. The text of the note stays.
 * @throws session_missing, not_allowed, note_of_other, transcript_missing, turn_missing, turn_changed
 */
export async function correctTurn(
  context: Context,
  input: Correction,
): Promise<{ note: Note; transcript: Transcript }> {
  const note = await ownNote(context, input.sessionId)
  const { before, after } = await correctUtterance(context, input)
  const transcript = await withOriginals(context.db, note.sessionId, after)
  if (after === before) return { note: toNote(context, note), transcript }
  const client = note.client.firstName
  const drafted = (await findVersion(context.db, note.sessionId, note.version))?.sections ?? note.sections
  const sections = await threads.run('recheckSections', { sections: note.sections, drafted, before, after, client })
  const safety = await readSafety(context, note.sessionId, sections)
  return { note: toNote(context, await updateNote(context.db, { ...note, sections, safety })), transcript }
}
