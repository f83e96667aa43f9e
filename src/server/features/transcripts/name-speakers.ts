import type { Transcript } from '#shared/contract/transcripts.ts'
import { labelSpeakers } from '#server/clinical-text/speakers/speaker-roles.ts'
import type { Context, Services } from '#server/context.ts'
import { DrafterError } from '#server/providers/drafter/port.ts'
import { lockTranscript, updateUtterances } from './store.ts'

const isUnnamed = ({ utterances }: Transcript) => utterances.some(({ speaker }) => speaker === 'unknown')

/**
 * Identifies unknown speakers with the language model if there is one. Rules identify the rest. A failure of the model
 * never loses a transcript.
 */
export async function nameSpeakers(
  services: Pick<Services, 'drafter' | 'log'>,
  transcript: Transcript,
  signal: AbortSignal,
): Promise<Transcript> {
  if (!isUnnamed(transcript)) return transcript
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
    log.warn({ reason: error instanceof DrafterError ? error.message : 'unexpected' }, 'speakers were labelled by rule')
    return transcript
  }
}

/** Saves the speakers that a job identified, except those that a user named in the meantime. Returns the current transcript. */
export async function saveSpeakers({ db }: Context, sessionId: string, named: Transcript): Promise<Transcript> {
  const current = await lockTranscript(db, sessionId)
  if (!current) return named
  const found = new Map(named.utterances.map((utterance) => [utterance.id, utterance]))
  const utterances = current.utterances.map((utterance) => {
    const name = utterance.speaker === 'unknown' ? found.get(utterance.id) : undefined
    if (!name) return utterance
    const { speaker, label, isSpeakerUnsure } = name
    return { ...utterance, speaker, label, ...(isSpeakerUnsure && { isSpeakerUnsure }) }
  })
  await updateUtterances(db, sessionId, utterances)
  return { ...current, utterances }
}
