import { isDeepStrictEqual } from 'node:util'
import type { Section } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import type { Context } from '#server/context.ts'
import { readTranscript } from '#server/features/transcripts/get-transcript.ts'
import { threads } from '#server/threads/pool.ts'

/** Sections whose transcript may have been corrected while they were drafted, checked against it as it now is. */
export async function afterCorrections(
  context: Context,
  sessionId: string,
  { transcript: before, client }: { transcript: Transcript; client: string },
  sections: Section[],
): Promise<Section[]> {
  const after = await readTranscript(context, sessionId)
  if (!after || isDeepStrictEqual(after.utterances, before.utterances)) return sections
  return await threads.run('recheckSections', { sections, drafted: sections, before, after, client })
}
