import type { Word } from '../language/clauses.ts'
import { supports } from '../language/support.ts'
import { weightOf } from '../language/weights.ts'
import type { Claim, Finding } from './claim.ts'
import { type SourceClause, saidIn } from './source-clauses.ts'

const wellPattern = /^(?:fine|okay|ok|normal|normally|good|well|clear|alright|perfect|perfectly|great|healed)$/
const problemPattern =
  /^(?:poor|poorly|bad|badly|pain|painful|rash|problem|trouble|difficulty|loss|swelling|sore|ache|impaired|reduced|symptom|numb|numbness|worse|trouble|itch|disturbed|low)$/

const feelingPattern =
  /^(?:be|'s|feel|look|seem|eat|sleep|perfectly|very|all|pretty|really|quite|completely|just|now|still)$/

/** True for `The feet are fine`, but not for `for good` and `steer clear`. */
export const saysFine = ({ words }: SourceClause) =>
  words.some(
    ({ text, isNegated }, at) =>
      !isNegated &&
      wellPattern.test(text) &&
      (at === 0 || feelingPattern.test(words[at - 1]?.lemma ?? '') || feelingPattern.test(words[at - 1]?.text ?? '')) &&
      !/^(?:for|of|at|thing)$/.test(words[at + 1]?.text ?? ''),
  )
/** True for a word that names a problem. The `low` of `low-dose` does not. */
const isProblem = ({ lemma, text, isNegated }: Word, at: number, words: readonly Word[]) =>
  !isNegated && (problemPattern.test(lemma) || problemPattern.test(text)) && words[at + 1]?.text !== '-'

/** A complaint about something that the passages call fine: `The feet are fine`, or `Perfectly good.` as an answer. */
export function problemSaidToBeFine(claim: Claim, source: readonly SourceClause[]): Finding | null {
  if (!claim.words.some(isProblem) || claim.words.some(({ text, isNegated }) => isNegated || wellPattern.test(text)))
    return null
  const topics = claim.content.filter(
    (word) => weightOf(word) === 1 && !isProblem(word, claim.words.indexOf(word), claim.words),
  )
  const names = ({ words }: SourceClause) => topics.some((topic) => words.some((word) => supports(word, topic)))
  const hasProblem = ({ words }: SourceClause) => words.some(isProblem)
  const cited = saidIn(source)
  if (cited.some((one) => names(one) && hasProblem(one))) return null
  const asked = source.filter((one) => one.isContext && one.isQuestion && names(one))
  const against = cited.find(
    (one) =>
      saysFine(one) &&
      !hasProblem(one) &&
      (names(one) || (one.words.length <= 6 && asked.some(({ answerId }) => answerId === one.utterance.id))),
  )
  return against ? { reason: 'This was said to be fine.', against } : null
}
