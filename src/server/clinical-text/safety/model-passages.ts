import type { Evidence, SafetyPassage, Section } from '#shared/contract/notes.ts'
import type { Transcript, Utterance } from '#shared/contract/transcripts.ts'
import { sourceTurn } from '#shared/rules/cited-turn.ts'
import { maxModelPassages } from '#shared/rules/safety-lists.ts'
import { exchangesOf } from './exchange.ts'
import type { SafetyTopic } from './finding.ts'
import { isInNote } from './in-note.ts'
import { type RiskMark, turnsByMark } from './turns-by-mark.ts'

/**
 * Adds the turns that a language model marked, each as `unclear` and in the words of the transcript. The passages of the
 * rules stay as they are. Unknown ids and turns of the therapist are skipped. A turn that a stated or unclear passage of
 * the topic already shows is marked there. Of the rest, the first of each topic are added, in the order they were said.
 * A mark moves with its words. If a marked turn was split, each part is added and decided on its own. If it was merged,
 * the merged turn is added.
 */
export function withModelPassages(
  passages: readonly SafetyPassage[],
  marks: readonly RiskMark[],
  { utterances }: Transcript,
  sections: readonly Section[],
): SafetyPassage[] {
  if (marks.length === 0) return [...passages]
  const shown = shownTurns(marks, utterances)
  const all = [...passages]
  const inOthers = new Map<SafetyPassage, Evidence[]>()
  const added = new Map<SafetyPassage, ReadonlySet<string>>()
  const marked = new Map<SafetyTopic, ReadonlySet<string>>()
  for (const [at, { id, text }] of utterances.entries()) {
    for (const [topic, sources] of shown.get(id) ?? []) {
      const quote = text.trim()
      const isPart = (passage: SafetyPassage) => hasCommon(added.get(passage), sources)
      const showing = all.find((passage) => isShownIn(passage, topic, id) && !isPart(passage))
      if (showing) {
        const evidence = inOthers.get(showing) ?? []
        if (showing.utteranceId !== id) inOthers.set(showing, [...evidence, { utteranceId: id, quote }])
        continue
      }
      const earlier = marked.get(topic) ?? new Set()
      if (earlier.size >= maxModelPassages && !hasCommon(earlier, sources)) continue
      marked.set(topic, new Set([...earlier, ...sources]))
      const [exchange = []] = exchangesOf([{ topic, at }], utterances)
      const found = { topic, finding: 'unclear', utteranceId: id, quote, exchange, foundByModel: true } as const
      const passage = { ...found, inNote: isInNote(found, sections) }
      all.push(passage)
      added.set(passage, sources)
    }
  }
  const place = new Map(utterances.map(({ id }, at) => [id, at]))
  const placeOf = ({ utteranceId }: SafetyPassage) => place.get(utteranceId) ?? 0
  return all
    .map((passage) => {
      const alsoMarked = inOthers.get(passage)
      return alsoMarked ? { ...passage, alsoMarked } : passage
    })
    .toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** For each turn and topic, the marked turns whose words the turn contains. Their ids are those before a split. */
function shownTurns(marks: readonly RiskMark[], utterances: readonly Utterance[]) {
  const shown = new Map<string, Map<SafetyTopic, Set<string>>>()
  for (const { mark, turns } of turnsByMark(marks, utterances)) {
    for (const { id } of turnsToShow(mark, turns)) {
      const topics = shown.get(id) ?? new Map<SafetyTopic, Set<string>>()
      const sources = topics.get(mark.topic) ?? new Set()
      shown.set(id, topics.set(mark.topic, sources.add(sourceTurn(mark.utteranceId))))
    }
  }
  return shown
}

/**
 * A turn that became the therapist's after it was marked still needs a decision, unless other parts of it are shown.
 */
function turnsToShow({ speaker = 'therapist' }: RiskMark, turns: readonly Utterance[]): Utterance[] {
  const spoken = turns.filter(({ text }) => text.trim() !== '')
  const ofOthers = spoken.filter((turn) => turn.speaker !== 'therapist')
  return ofOthers.length > 0 || speaker === 'therapist' ? ofOthers : spoken
}

const isShownIn = ({ topic, finding, exchange }: SafetyPassage, wanted: SafetyTopic, id: string) =>
  topic === wanted && (finding === 'stated' || finding === 'unclear') && exchange.includes(id)

const hasCommon = (one: ReadonlySet<string> | undefined, other: ReadonlySet<string>) =>
  one !== undefined && [...other].some((source) => one.has(source))
