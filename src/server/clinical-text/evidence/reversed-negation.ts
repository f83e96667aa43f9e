import { saysNo, type Word } from '../language/clauses.ts'
import { isSame } from '../language/meanings.ts'
import { isOver } from '../language/tense.ts'
import { weightOf } from '../language/weights.ts'
import { type Claim, type Finding, nearestSentences, overlap, sharesVerb } from './claim.ts'
import { saysNotSo } from './negation-added.ts'
import { type SourceClause, saidIn } from './source-clauses.ts'

const negatorPattern = /^(?:not|n't|no|never|none|nobody|nothing|neither|cannot|without)$/
/** Predicates with a negative meaning: `not` before one makes the statement affirmative. */
const negativePattern =
  /^(?:abstain|abstinent|avoid|cancel|cease|decline|delay|discontinue|doubt|fail|forget|lack|miss|oppose|postpone|quit|refrain|refuse|reject|reluctant|resist|skip|speechless|stop|unable|undecided|unsure|uncertain|unwilling|unlikely|unchanged|unemployed|withhold)$/

const isNegative = ({ lemma, text }: Word) => negativePattern.test(lemma) || negativePattern.test(text)

const continuingPattern = /\b(?:still|keeps?|kept|yet|continu\w*|remain\w*|carry(?:ing)? on|always|as before)\b/i

/** True for a clause with at most one word of full weight, such as `I didn't.` */
const isShort = ({ words }: SourceClause) => words.filter((word) => weightOf(word) === 1).length < 2

const isShortNot = (one: SourceClause) =>
  isShort(one) && one.words.some(({ pos }, at) => pos === 'AUX' && one.words[at + 1]?.text === 'not')

const countNegations = ({ words }: { words: readonly Word[] }) =>
  words.filter((word) => negatorPattern.test(word.text) || isNegative(word)).length

/** The passage that says `stopped smoking`, if the claim says `has not stopped smoking`. */
function doubleNegation(claim: Claim, near: readonly SourceClause[]): SourceClause | undefined {
  const not = claim.words.findIndex(({ text }, at) => text === 'not' && claim.words[at + 1]?.text !== 'to')
  if (not < 0 || !claim.words.slice(not).some((word) => word.isNegated && isNegative(word))) return undefined
  if (near.some(({ sentence }) => continuingPattern.test(sentence))) return undefined
  return near.find((one) => saysNo(one) && countNegations(one) < 2)
}

const twicePattern =
  /\bnot no\b(?! longer)|\b(?:no|nobody|none)\b(?: [\w'-]+){0,4} (?:has|have|was|were|is|are|did|does) not\b/

/** True for a stress such as `did act on it`. Notes use it only after a denial or doubt. */
const stressed = (words: readonly Word[]) =>
  words.some(({ text }, at) => {
    const next = words.slice(at + 1, at + 3).find(({ pos }) => pos !== 'ADV')
    return /^(?:did|does)$/.test(text) && next?.pos === 'VERB' && next.text === next.lemma
  })

function stressedAgainst(claim: Claim, said: readonly SourceClause[]): SourceClause | undefined {
  if (claim.isQuestion || !stressed(claim.words) || claim.words.some(({ isNegated }) => isNegated)) return undefined
  if (said.some(({ words }) => stressed(words) && !words.some(({ isNegated }) => isNegated))) return undefined
  return said.find(
    (one) =>
      !one.isQuestion && one.words.some(({ isNegated }) => isNegated) && (isShortNot(one) || sharesVerb(claim, one)),
  )
}

/** The passage that says `used to see them`, if the claim says `still sees them`. */
function notAnyMore(
  claim: Claim,
  near: readonly SourceClause[],
  said: readonly SourceClause[],
): SourceClause | undefined {
  if (!claim.words.some(({ text, isNegated }) => text === 'still' && !isNegated)) return undefined
  if (said.some(({ sentence }) => continuingPattern.test(sentence))) return undefined
  return [...near, ...said.filter((one) => overlap(claim.content, one) > 0)].find(
    (one) => isOver(one.sentence) && !one.words.some(({ isNegated }) => isNegated),
  )
}

/** True for a claim with a verb and `not`: `is not`, `did not`. False for `his brother, and not he`. */
const addsNot = ({ words }: Claim) =>
  words.some(
    ({ text }, at) =>
      text === 'not' &&
      words[at - 1]?.pos === 'AUX' &&
      !/^(?:only|just|merely|until|least)$/.test(words[at + 1]?.text ?? ''),
  )

/** `Not really.`, `… and I didn't`: a short answer that can refer to any question. */
const isAnswer = ({ words, sentence }: SourceClause) =>
  sentence.split(/\s+/).length < 5 || !words.some((word) => weightOf(word) === 1)

const isDenied = (one: SourceClause) =>
  saysNo(one) || one.words.some(({ isNegated }) => isNegated) || saysNotSo.test(one.sentence)

/**
 * The clause that a claim negates although it was said without a negation. Considers answers and the clauses that share
 * most words.
 */
function negationOf(claim: Claim, said: readonly SourceClause[]): SourceClause | undefined {
  if (!addsNot(claim) || countNegations(claim) > 1 || claim.isConditional || /\bprovided\b/.test(claim.sentence))
    return undefined
  const content = claim.content.filter((word) => weightOf(word) === 1)
  const scored = said.map((one) => {
    const shared = content.filter((word) => one.words.some((other) => isSame(word, other)))
    return { one, score: shared.length + (shared.some((word) => word.isNegated) ? 1 : 0) }
  })
  const best = Math.max(0, ...scored.map(({ score }) => score))
  const related = scored.filter(({ one, score }) => score * 2 > best || isAnswer(one)).map(({ one }) => one)
  if (best < 2 || related.some(isDenied)) return undefined
  return scored.find(({ one, score }) => score === best && !one.isConditional)?.one
}

/** The note reverses a negation: it adds one, omits one or negates a refusal. */
export function reversedNegation(claim: Claim, source: readonly SourceClause[]): Finding | null {
  const said = saidIn(source)
  const sentences = nearestSentences(claim)
  const near = said.filter(({ sentence }) => sentences.has(sentence))
  const [first] = near
  if (first && twicePattern.test(claim.words.map(({ text }) => text).join(' ')))
    return { reason: 'The note negates twice.', against: first }
  const against =
    doubleNegation(claim, near) ??
    stressedAgainst(claim, said) ??
    notAnyMore(claim, near, said) ??
    negationOf(claim, said)
  return against ? { reason: 'The opposite was said.', against } : null
}
