import type { Word } from '../language/clauses.ts'
import { isSame } from '../language/meanings.ts'
import { tenseOf } from '../language/tense.ts'
import { weightOf } from '../language/weights.ts'
import { type Claim, type Finding, mainPredicateOf } from './claim.ts'
import type { SourceClause } from './source-clauses.ts'

const startingPattern = /^(?:start|begin|commence|restart|resume|prescribe|initiate)$/
const stoppingPattern = /^(?:stop|quit|finish|discontinue|cease|pack)$/

const isStopping = ({ lemma, pos }: Word, at: number, words: readonly Word[]) =>
  pos === 'VERB' && (stoppingPattern.test(lemma) || (lemma === 'come' && words[at + 1]?.text === 'off'))

const habitPattern = /^(?:take|use|smoke|drink|vape|attend|go|see|work|run|play)$/

/** The note describes something stopped as ongoing. */
export function reportedAsOngoing(
  claim: Claim,
  cited: readonly SourceClause[],
  claims: readonly Claim[],
): Finding | null {
  if (claims.some(({ words }) => words.some(isStopping))) return null
  const isHabit = claim.words.some(
    ({ lemma, pos, isNegated }) => pos === 'VERB' && habitPattern.test(lemma) && !isNegated,
  )
  if (!isHabit || tenseOf(claim.words) !== 'present' || claim.words.some(({ isNegated }) => isNegated)) return null
  const against = cited.find(
    ({ words, person, isQuestion, isConditional }) =>
      person === 'client' &&
      !isQuestion &&
      !isConditional &&
      words.some(isStopping) &&
      !words.some(({ isNegated }) => isNegated),
  )
  const isStarted = cited.some(({ words }) => words.some(({ lemma }) => startingPattern.test(lemma)))
  return against && !isStarted ? { reason: 'This was stopped.', against } : null
}

const isGivingUp = (word: Word, at: number, words: readonly Word[]) =>
  isStopping(word, at, words) || (word.lemma === 'give' && words[at + 1]?.text === 'up')

/** The note describes something as stopped that the client does now. */
export function reportedAsStopped(claim: Claim, cited: readonly SourceClause[]): Finding | null {
  const isAny = (words: readonly Word[]) => words.some(isGivingUp)
  if (!isAny(claim.words) || tenseOf(claim.words) !== 'past' || claim.words.some(({ isNegated }) => isNegated))
    return null
  if (cited.some(({ words }) => isAny(words))) return null
  const done = claim.content.filter((word) => weightOf(word) === 1 && !stoppingPattern.test(word.lemma))
  const against = cited.find(
    ({ words, person }) =>
      person === 'client' &&
      tenseOf(words) === 'present' &&
      done.some((word) => words.some((other) => !other.isNegated && other.pos === 'VERB' && isSame(word, other))),
  )
  return against ? { reason: 'This was said to go on.', against } : null
}

/** The note confuses started and stopped. */
export function startedForStopped(claim: Claim, cited: readonly SourceClause[]): Finding | null {
  const verb = mainPredicateOf(claim.words).find(
    ({ lemma, isNegated }) => !isNegated && (startingPattern.test(lemma) || stoppingPattern.test(lemma)),
  )
  if (!verb) return null
  const starts = (words: readonly Word[]) => words.some(({ lemma }) => startingPattern.test(lemma))
  const stops = (words: readonly Word[]) => words.some(isStopping)
  const [has, lacks] = startingPattern.test(verb.lemma) ? [stops, starts] : [starts, stops]
  if (cited.some(({ words }) => lacks(words) || words.some(({ isNegated }) => isNegated))) return null
  const against = cited.find(({ words }) => has(words))
  return against ? { reason: `The note says ‘${verb.text}’, but the opposite was said.`, against } : null
}
