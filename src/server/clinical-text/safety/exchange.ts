import type { Utterance } from '#shared/contract/transcripts.ts'
import type { SafetyTopic } from './finding.ts'

/** Maximum utterances of an exchange: the question, the answer and what follows. */
const maxUtterances = 6

/**
 * Ids of the utterances around each mention: the therapist's turn before, the complete answer, and the next turn of
 * both. Exchanges of one topic do not overlap.
 */
export function exchangesOf(
  places: readonly { topic: SafetyTopic; at: number }[],
  utterances: readonly Utterance[],
): string[][] {
  return places.map(({ topic, at }) => {
    const next = Math.min(
      ...places.filter((one) => one.topic === topic && one.at > at).map((one) => beginOf(one.at, utterances)),
    )
    const begin = beginOf(at, utterances)
    const end = Math.max(at + 1, Math.min(endOf(at, utterances), next))
    return utterances.slice(begin, end).map(({ id }) => id)
  })
}

function beginOf(at: number, utterances: readonly Utterance[]): number {
  const speaker = utterances[at]?.speaker
  const isTurnBefore = speaker !== 'therapist' && at > 0 && utterances[at - 1]?.speaker !== speaker
  return isTurnBefore ? at - 1 : at
}

function endOf(at: number, utterances: readonly Utterance[]): number {
  const begin = beginOf(at, utterances)
  // The exchange ends when the therapist starts a second turn after the first answer.
  let turns = 0
  for (let end = begin + 1; end < utterances.length; end += 1) {
    const isTherapist = utterances[end]?.speaker === 'therapist'
    if (isTherapist && utterances[end - 1]?.speaker !== 'therapist') turns += 1
    if (turns === 2 || end - begin >= maxUtterances) return end
  }
  return utterances.length
}
