import { findSafety } from '#shared/rules/safety.ts'
import type { Context } from '#server/context.ts'
import { readTranscript } from '#server/features/transcripts/get-transcript.ts'
import type { NoteRow } from './store.ts'

/**
 * The note with the safety passages of its transcript as it stands: who said them may have been corrected since the note was
 * last written, and a transcript has them before there is a draft.
 */
export async function withCurrentSafety(context: Context, note: NoteRow): Promise<NoteRow> {
  if (!note.isBehindTranscript) return note
  const transcript = await readTranscript(context, note.sessionId)
  return transcript ? { ...note, safety: findSafety(transcript, note.sections) } : note
}
