import type { SafetyPassage, Section } from '#shared/contract/notes.ts'
import type { Context } from '#server/context.ts'
import { readUtterances } from '#server/features/transcripts/get-transcript.ts'
import { threads } from '#server/threads/pool.ts'
import type { NoteRow } from './store.ts'

/** The safety passages of a session's current transcript and of its reading, compared with these sections. */
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
 * The note with the safety passages of its current transcript. Its speakers may have been corrected since the note was
 * written, and the passages exist before a draft does.
 */
export async function withCurrentSafety(context: Context, note: NoteRow): Promise<NoteRow> {
  if (!note.isBehindTranscript) return note
  return { ...note, safety: await readSafety(context, note, note.sections) }
}
