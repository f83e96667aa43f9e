import type { SafetyPassage, Section } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { mostModelPassages } from '#shared/rules/safety-lists.ts'
import { exchangesOf } from './exchange.ts'
import type { SafetyTopic } from './finding.ts'
import { isInNote } from './in-note.ts'

/** A turn that a language model found to be about risk. */
export interface RiskMark {
  topic: SafetyTopic
  utteranceId: string
}

/**
 * Adds the turns that a language model marked, each as `unclear` and in the words of the transcript. The passages of the
 * rules stay as they are. Skipped are unknown ids, turns of the therapist, and turns that a stated or unclear passage of
 * the topic already shows. Of the rest, the first of each topic are added, in the order they were said.
 */
export function withModelPassages(
  passages: readonly SafetyPassage[],
  marks: readonly RiskMark[],
  { utterances }: Transcript,
  sections: readonly Section[],
): SafetyPassage[] {
  if (marks.length === 0) return [...passages]
  const marked = Map.groupBy(marks, ({ utteranceId }) => utteranceId)
  const all = [...passages]
  const added = new Map<SafetyTopic, number>()
  for (const [at, { id, speaker, text }] of utterances.entries()) {
    const topics = new Set(marked.get(id)?.map(({ topic }) => topic))
    const quote = text.trim()
    if (speaker === 'therapist' || quote === '') continue
    for (const topic of topics) {
      const count = added.get(topic) ?? 0
      if (count >= mostModelPassages || all.some((passage) => isShownIn(passage, topic, id))) continue
      const [exchange = []] = exchangesOf([{ topic, at }], utterances)
      const passage = { topic, finding: 'unclear', utteranceId: id, quote, exchange, foundByModel: true } as const
      all.push({ ...passage, inNote: isInNote(passage, sections) })
      added.set(topic, count + 1)
    }
  }
  const place = new Map(utterances.map(({ id }, at) => [id, at]))
  const placeOf = ({ utteranceId }: SafetyPassage) => place.get(utteranceId) ?? 0
  return all.toSorted((one, other) => placeOf(one) - placeOf(other))
}

const isShownIn = ({ topic, finding, exchange }: SafetyPassage, wanted: SafetyTopic, id: string) =>
  topic === wanted && (finding === 'stated' || finding === 'unclear') && exchange.includes(id)
