import { isDeepStrictEqual } from 'node:util'
import type { Section } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import type { Context } from '#server/context.ts'
import { readTranscript } from '#server/features/transcripts/get-transcript.ts'
import { threads } from '#server/threads/pool.ts'
import type { SafetyReading } from './safety-reading.ts'

interface DraftContext {
  transcript: Transcript
  client: string
  safetyReading: SafetyReading | null
}

/** Checks drafted sections again if the transcript was corrected while the draft was being made. */
export async function recheckAfterCorrections(
  context: Context,
  sessionId: string,
  { transcript: before, client, safetyReading }: DraftContext,
  sections: Section[],
): Promise<Section[]> {
  const after = await readTranscript(context, sessionId)
  if (!after || isDeepStrictEqual(after.utterances, before.utterances)) return sections
  const marks = safetyReading?.marks ?? []
  return await threads.run('recheckSections', { sections, drafted: sections, before, after, client, marks })
}
