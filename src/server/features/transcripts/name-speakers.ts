import type { Transcript } from '#shared/contract/transcripts.ts'
import { labelSpeakers } from '#server/clinical-text/speakers/speaker-roles.ts'
import type { Context, Services } from '#server/context.ts'
import { DrafterError } from '#server/providers/drafter/port.ts'
import { lockTranscript, updateUtterances } from './store.ts'

const hasUnknownSpeaker = ({ utterances }: Transcript) => utterances.some(({ speaker }) => speaker === 'unknown')

/**
 * Identifies unknown speakers with the language model if there is one, and the remaining unknown speakers by rules. If
 * the model fails, the rules identify all.
 */
export async function nameSpeakers(
  services: Pick<Services, 'drafter' | 'log'>,
  transcript: Transcript,
  signal: AbortSignal,
): Promise<Transcript> {
  if (!hasUnknownSpeaker(transcript)) return transcript
  return labelSpeakers(await askDrafter(services, transcript, signal))
}

async function askDrafter(
  { drafter, log }: Pick<Services, 'drafter' | 'log'>,
  transcript: Transcript,
  signal: AbortSignal,
): Promise<Transcript> {
  if (!drafter.labelSpeakers) return transcript
  try {
    return await drafter.labelSpeakers(transcript, signal)
  } catch (error) {
    signal.throwIfAborted()
    log.warn(
      { reason: error instanceof DrafterError ? error.message : 'unexpected' },
      'speakers were identified by rules',
    )
    return transcript
  }
}

/**
 * Saves the speakers that a job identified. Turns that a user assigned in the meantime stay unchanged. Returns the
 * current transcript.
 */
export async function saveSpeakers({ db }: Context, sessionId: string, identified: Transcript): Promise<Transcript> {
  const current = await lockTranscript(db, sessionId)
  if (!current) return identified
  const identifiedById = new Map(identified.utterances.map((utterance) => [utterance.id, utterance]))
  const utterances = current.utterances.map((utterance) => {
    const identifiedTurn = utterance.speaker === 'unknown' ? identifiedById.get(utterance.id) : undefined
    if (!identifiedTurn) return utterance
    const { speaker, label, isSpeakerUnsure } = identifiedTurn
    return { ...utterance, speaker, label, ...(isSpeakerUnsure && { isSpeakerUnsure }) }
  })
  await updateUtterances(db, sessionId, utterances)
  return { ...current, utterances }
}
