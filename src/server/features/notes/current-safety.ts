import type { SafetyPassage, Section } from '#shared/contract/notes.ts'
import type { Context } from '#server/context.ts'
import { readUtterances } from '#server/features/transcripts/get-transcript.ts'
import { threads } from '#server/threads/pool.ts'
import type { NoteRow } from './store.ts'

/** The safety passages of a session's transcript as it stands, held against these sections. */
export async function readSafety(
  context: Context,
  sessionId: string,
  sections: readonly Section[],
): Promise<SafetyPassage[]> {
  const utterances = await readUtterances(context, sessionId)
  return utterances === undefined ? [] : await threads.run('findSafety', { utterances, sections })
}

/**
 * The note with the safety passages of its transcript as it stands: who said them may have been corrected since the note was
 * last written, and a transcript has them before there is a draft.
 */
export async function withCurrentSafety(context: Context, note: NoteRow): Promise<NoteRow> {
  if (!note.isBehindTranscript) return note
  return { ...note, safety: await readSafety(context, note.sessionId, note.sections) }
}
