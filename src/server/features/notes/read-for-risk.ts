import type { Services } from '#server/context.ts'
import type { Draft } from '#server/providers/drafter/port.ts'
import type { SecondReader } from '#server/providers/second-reader/port.ts'
import { type DraftContext, isTransientError, reasonOf, secondReadingMs } from './read-again.ts'
import type { SafetyReading } from './safety-reading.ts'

export interface RiskReading {
  /** Null if the draft needs no reading for risk. */
  safety: SafetyReading | null
  /** True if the reading failed with a transient error. */
  isInterrupted: boolean
}

/**
 * Lets a language model read a session for statements of risk that the rules miss. The second reading, which runs in
 * parallel, has the same time limit. A reading that fails or takes too long does not fail the draft: the findings so
 * far are used.
 */
export async function readForRisk(
  {
    secondReader,
    log,
  }: Pick<Services, 'log'> & { secondReader: Pick<SecondReader, 'longestMs' | 'readForRisk'> | null },
  { drafter }: Draft,
  { transcript, clientFirstName, sessionId, signal }: DraftContext,
): Promise<RiskReading> {
  if (!secondReader || drafter !== 'language-model') return { safety: null, isInterrupted: false }
  const timeout = AbortSignal.timeout(secondReader.longestMs ?? secondReadingMs)
  const request = { transcript, clientFirstName, signal: AbortSignal.any([signal, timeout]) }
  const marks = new Map<string, SafetyReading['marks'][number]>()
  const reading = (state: SafetyReading['state']) => ({ state, marks: [...marks.values()] })
  try {
    for await (const { utterance, topic } of secondReader.readForRisk(request)) {
      const turn = transcript.utterances[utterance]
      if (turn) marks.set(`${topic} ${turn.id}`, { topic, utteranceId: turn.id, speaker: turn.speaker })
    }
    return { safety: reading('made'), isInterrupted: false }
  } catch (error) {
    signal.throwIfAborted()
    log.warn({ sessionId, reason: reasonOf(error) }, 'a session was not read for indirect statements of risk')
    return { safety: reading('not made'), isInterrupted: isTransientError(error) }
  }
}
