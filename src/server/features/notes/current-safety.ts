import type { SafetyPassage, Section } from '#shared/contract/notes.ts'
import type { Context } from '#server/context.ts'
import { readUtterances } from '#server/features/transcripts/get-transcript.ts'
import { threads } from '#server/threads/pool.ts'
import type { NoteRow } from './store.ts'

/**
 * Finds the safety passages of a session's current transcript, including passages that a language model marked. Each
 * passage says whether the given sections mention it.
 */
export async function readSafety(
  context: Context,
  { sessionId, safetyReading }: Pick<NoteRow, 'sessionId' | 'safetyReading'>,
  sections: readonly Section[],
): Promise<SafetyPassage[]> {
  const utterances = await readUtterances(context, sessionId)
  if (utterances === undefined) return []
  return await threads.run('findSafety', { utterances, sections, marks: safetyReading?.marks ?? [] })
}

/**
 * Returns the note with the safety passages of the current transcript. The transcript may have been corrected after the
 * note was written, and may have passages before a draft exists.
 */
export async function withCurrentSafety(context: Context, note: NoteRow): Promise<NoteRow> {
  if (!note.isBehindTranscript) return note
  return { ...note, safety: await readSafety(context, note, note.sections) }
}
