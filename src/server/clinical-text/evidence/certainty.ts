import { type Doubt, doubtsOf, isHypothetical, isOpen } from '../language/certainty.ts'
import { saysNo } from '../language/clauses.ts'
import { tenseOf } from '../language/tense.ts'
import { type Claim, type Finding, isOfTherapist, overlap, sharesVerb, mainPredicateOf } from './claim.ts'
import { type SourceClause, saidIn } from './source-clauses.ts'
import { causeLeftOpen, leftOpen, notDecided, notSettled } from './left-open.ts'

const reasons: Readonly<Record<Doubt, string>> = {
  possible: 'This was said to be possible, not that it is so.',
  condition: 'This was said under a condition, not as a fact.',
  wish: 'This was wished for, not said to be so.',
  belief: 'This was thought or feared, not said to be so.',
  proposal: 'This was suggested or asked, not said to be so.',
}

/** The note states as a fact something that was only possible, asked, considered or wished. */
export function certainty(claim: Claim, source: readonly SourceClause[]): Finding | null {
  const asked = onlyAsked(claim, source)
  if (asked) return { reason: 'This was asked, not said to be so.', against: asked }
  const unsettled = isOfTherapist(claim) ? undefined : notSettled(claim, source)
  if (unsettled)
    return {
      reason:
        unsettled.reply === 'rejected'
          ? 'The client said no to this.'
          : 'The answer to this was neither a plain yes nor a plain no.',
      against: unsettled,
    }
  const uncommitted = onlyThoughtOf(claim, source)
  if (uncommitted) return { reason: 'Nobody committed to this in the cited words.', against: uncommitted }
  const undecided = notDecided(claim, source)
  if (undecided) return { reason: 'This was not decided.', against: undecided }
  if (/^(?:until|unless|once)$/.test(claim.words[0]?.text ?? '') || claim.sentence.includes('no longer')) return null
  if (
    claim.words.some(({ text }) => text === 'would') ||
    isOpen(claim) ||
    claim.isConditional ||
    isPlainNo(claim, source)
  )
    return null
  const possible = leftOpen(claim, source) ?? causeLeftOpen(claim, source)
  if (possible) return { reason: reasons.possible, against: possible }
  // `When they are absent` says the same condition as `if I'm not there`.
  const isTimed = /\b(?:when|whenever|after)\b/.test(claim.sentence)
  const doubtsAbout = (one: SourceClause) =>
    new Set([...doubtsIn(one, source)].filter((doubt) => !isTimed || doubt !== 'condition'))
  const meant = source.filter((one) => !one.isContext && sharesVerb(claim, one) && overlap(claim.content, one) >= 1)
  const [first] = meant
  const [why] = first ? doubtsAbout(first) : []
  if (first && why && meant.every((one) => doubtsAbout(one).size > 0)) return { reason: reasons[why], against: first }
  const scored = source.map((one) => ({ one, score: overlap(claim.content, one), doubts: doubtsAbout(one) }))
  const best = Math.max(0, ...scored.filter(({ one }) => !one.isContext).map(({ score }) => score))
  if (best < 0.5) return null
  const isRelevant = (one: SourceClause) => !one.isContext && !one.words.every(({ isNegated }) => isNegated)
  const nearest = scored.filter(({ one, score }) => isRelevant(one) && score >= best - 0.25)
  const [doubt] = nearest.find(({ score }) => score === best)?.doubts ?? []
  const against = nearest.find(({ score }) => score === best)?.one
  const isPlain = ({ one, score, doubts }: (typeof scored)[number]) =>
    isRelevant(one) && score >= 0.5 && doubts.size === 0
  if (doubt === undefined || !against || scored.some(isPlain)) return null
  return { reason: reasons[doubt], against }
}

/** True if the claim contains a negation and a passage says no without doubt. */
const isPlainNo = (claim: Claim, source: readonly SourceClause[]) =>
  claim.words.some(({ isNegated }) => isNegated) &&
  source.some((one) => !one.isContext && saysNo(one) && doubtsOf(one).size === 0)

/** The doubts of a passage. A plain answer to a hypothetical question counts as `possible`. */
function doubtsIn(one: SourceClause, source: readonly SourceClause[]): ReadonlySet<Doubt> {
  const ownDoubts = doubtsOf(one)
  if (ownDoubts.size > 0 || one.sentence.includes('?') || tenseOf(one.words) === 'future') return ownDoubts
  const questions = source.filter(
    ({ isContext, isQuestion, answerId }) => isContext && isQuestion && answerId === one.utterance.id,
  )
  return questions.some((question) => isHypothetical(question) && !/\b(?:scale|out of|ten)\b/.test(question.sentence))
    ? new Set<Doubt>(['possible'])
    : ownDoubts
}

/** A passage that matches the claim, if all that match are questions without a cited answer. */
function onlyAsked(claim: Claim, source: readonly SourceClause[]): SourceClause | undefined {
  const matching = source.filter((one) => overlap(claim.content, one) >= 0.5)
  const isBare = (one: SourceClause) =>
    one.isContext && one.isCited && one.isQuestion && !source.some(({ utterance }) => utterance.id === one.answerId)
  const isNote = claim.words.some(({ lemma }) =>
    /^(?:ask|wonder|question|explore|discuss|request|invite|recommend|advise|offer|suggest|encourage|propose)$/.test(
      lemma,
    ),
  )
  return !isNote && matching.length > 0 && matching.every(isBare) ? matching[0] : undefined
}

const promisePattern = /^(?:plan|intend|commit|promise)$/

/** The nearest passage of a claimed plan or promise, if no passage expresses a commitment. */
function onlyThoughtOf(claim: Claim, source: readonly SourceClause[]): SourceClause | undefined {
  const isPromise = mainPredicateOf(claim.words).some(
    ({ lemma, isNegated }) => promisePattern.test(lemma) && !isNegated,
  )
  if (!isPromise) return undefined
  const cited = saidIn(source)
  const isMeant = ({ words }: SourceClause) =>
    tenseOf(words) === 'future' ||
    words.some(({ lemma }) =>
      /^(?:plan|intend|commit|promise|agree|will|let|okay|ok|sure|want|decide|fine|shall|yes|try|yeah)$/.test(lemma),
    )
  return cited.some(isMeant) ? undefined : claim.nearest[0]
}
