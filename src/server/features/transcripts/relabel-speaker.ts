import type { Speaker, Transcript } from '#shared/contract/transcripts.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { getOwnSession } from '#server/features/sessions/get-session.ts'
import { lockTranscript, updateUtterances } from './store.ts'
import { withOriginals } from './with-originals.ts'

/**
 * Sets the speaker of all turns with this label. The note and its evidence stay.
 * @throws session_missing, not_allowed, transcript_missing; input_invalid for an unknown label
 */
export async function relabelSpeaker(
  context: Context,
  input: { sessionId: string; label: string; speaker: Speaker },
): Promise<Transcript> {
  const session = await getOwnSession(context, input.sessionId)
  const transcript = (await lockTranscript(context.db, session.id)) ?? fail('transcript_missing')
  if (!transcript.utterances.some(({ label }) => label === input.label)) {
    fail('input_invalid', {}, { fields: { label: 'No speaker in this transcript has this label.' } })
  }
  const utterances = transcript.utterances.map((utterance) =>
    utterance.label === input.label ? { ...utterance, speaker: input.speaker } : utterance,
  )
  await updateUtterances(context.db, session.id, utterances)
  await audit(context, {
    action: 'transcript.relabelled',
    resourceType: 'transcript',
    resourceId: session.id,
    clientId: session.clientId,
    details: { speaker: input.speaker },
  })
  return await withOriginals(context.db, session.id, { ...transcript, utterances })
}
