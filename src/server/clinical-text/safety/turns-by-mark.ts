import type { Speaker, Utterance } from '#shared/contract/transcripts.ts'
import { sourceTurn } from '#shared/rules/cited-turn.ts'
import type { SafetyTopic } from './finding.ts'

/** A turn that a language model found to be about risk. */
export interface RiskMark {
  topic: SafetyTopic
  utteranceId: string
  /** The speaker of the turn when the model read it. Missing in marks of earlier versions. */
  speaker?: Speaker | undefined
}

/**
 * The turns that may have the words of each mark, in the order they were said: the marked turn, the parts that it was
 * split into, or the turn that it was merged into.
 */
export function turnsByMark<M extends RiskMark>(
  marks: readonly M[],
  utterances: readonly Utterance[],
): { mark: M; turns: Utterance[] }[] {
  const parts = utterances.flatMap((turn) => {
    const sources = new Set([sourceTurn(turn.id), ...(turn.merged ?? [])])
    return [...sources].map((source) => ({ source, turn }))
  })
  const bySource = Map.groupBy(parts, ({ source }) => source)
  return marks.map((mark) => ({
    mark,
    turns: (bySource.get(sourceTurn(mark.utteranceId)) ?? []).map(({ turn }) => turn),
  }))
}
