import type { Note } from '#shared/contract/notes.ts'
import type { SessionTranscript } from '#shared/contract/transcripts.ts'
import type { Context } from '#server/context.ts'
import * as transcripts from '#server/features/transcripts/edit-transcript.ts'
import { lockOwnNote } from './own-note.ts'
import { recheckNote } from './recheck-note.ts'

/**
 * Undoes the last change of a transcript and checks the note against the restored transcript.
 * @throws session_missing, not_allowed, note_of_other, note_signed, transcript_missing, transcript_changed
 */
export async function undoTranscriptEdit(
  context: Context,
  input: { sessionId: string; revision: number; undoes: number },
): Promise<{ note: Note; transcript: SessionTranscript }> {
  const note = await lockOwnNote(context, input.sessionId)
  return await recheckNote(context, note, await transcripts.undoTranscriptEdit(context, input))
}
