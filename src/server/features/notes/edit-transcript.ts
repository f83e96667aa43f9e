import type { Note } from '#shared/contract/notes.ts'
import type { TranscriptEdit } from '#shared/contract/transcript-edits.ts'
import type { SessionTranscript } from '#shared/contract/transcripts.ts'
import type { Context } from '#server/context.ts'
import * as transcripts from '#server/features/transcripts/edit-transcript.ts'
import { lockOwnNote } from './own-note.ts'
import { recheckNote } from './recheck-note.ts'

/**
 * Changes the speakers or turns of a transcript and checks the note against it (decision 0077).
 * @throws session_missing, not_allowed, note_of_other, note_signed, transcript_missing, transcript_changed,
 * turn_missing, turns_of_two_speakers, input_invalid
 */
export async function editTranscript(
  context: Context,
  input: { sessionId: string; revision: number; edit: TranscriptEdit },
): Promise<{ note: Note; transcript: SessionTranscript }> {
  const note = await lockOwnNote(context, input.sessionId)
  return await recheckNote(context, note, await transcripts.editTranscript(context, input))
}
