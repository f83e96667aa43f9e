import type { Note } from '#shared/contract/notes.ts'
import type { SessionTranscript } from '#shared/contract/transcripts.ts'
import type { Context } from '#server/context.ts'
import { type Correction, correctUtterance } from '#server/features/transcripts/correct-utterance.ts'
import { lockOwnNote } from './own-note.ts'
import { recheckNote } from './recheck-note.ts'

/**
 * Corrects the words or speaker of a turn and checks the note against the correction. The text of the note does not
 * change.
 * @throws session_missing, not_allowed, note_of_other, note_signed, transcript_missing, turn_missing, turn_changed
 */
export async function correctTurn(
  context: Context,
  input: Correction,
): Promise<{ note: Note; transcript: SessionTranscript }> {
  const note = await lockOwnNote(context, input.sessionId)
  return await recheckNote(context, note, await correctUtterance(context, input))
}
