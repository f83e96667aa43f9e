import { isOpen } from '../language/certainty.ts'
import { tenseOf } from '../language/tense.ts'
import { type Claim, overlap, mainPredicateOf } from './claim.ts'
import { type SourceClause, saidIn } from './source-clauses.ts'

const openAnswer =
  /^(?:(?:uh|um|oh|well|mm|hmm)[\s,.-]+)*(?:(?:maybe|perhaps)(?! (?:once|twice|a|half|every|about|one|two|three|four|five|six|seven|eight|nine|ten|\d+)\b)|possibly|could be|(?:it|he|she|they|we) (?:could|might|may)|might be|it can|not yet[,.] maybe|i (?:don['’]t|do not) know|not sure|i['’]m not sure|no idea|i (?:can['’]t|cannot) say|i might|i haven['’]t (?:decided|made)|hard to say|we can['’]t (?:tell|say)|we['’]ll see|i['’]ll see|it depends)\b/i

/** An answer such as `perhaps`, if the question before it shares more words with the claim than any other passage. */
export function leftOpen(claim: Claim, source: readonly SourceClause[]): SourceClause | undefined {
  const answers = source.filter(({ sentence }) => openAnswer.test(sentence))
  const ids = new Set(answers.map(({ utterance }) => utterance.id))
  const asked = source.filter(
    ({ isContext, isQuestion, answerId }) => isContext && isQuestion && ids.has(answerId ?? ''),
  )
  const most = (some: readonly SourceClause[]) => Math.max(0, ...some.map((one) => overlap(claim.content, one)))
  const isMore = most(asked) >= 1 && most(asked) > most(saidIn(source))
  return isMore ? answers[0] : undefined
}

/**
 * The question or remark that shares more words with the claim than any other passage, if its answer was no plain yes or no. A remark
 * that the client rejected supports only a negation.
 */
export function notSettled(claim: Claim, source: readonly SourceClause[]): SourceClause | undefined {
  const isNegative = claim.words.some(({ isNegated }) => isNegated)
  const unsettled = new Set(source.filter(({ reply }) => reply === 'open' || (reply === 'rejected' && !isNegative)))
  const score = (one: SourceClause) => overlap(claim.content, one)
  const most = Math.max(0, ...Array.from(unsettled, score))
  const mostSaid = Math.max(
    0,
    ...saidIn(source)
      .filter((one) => !unsettled.has(one))
      .map(score),
  )
  return most >= 1 && most > mostSaid ? Array.from(unsettled).find((one) => score(one) === most) : undefined
}

const decidingPattern = /^(?:agree|decide|choose|accept|opt|commit|elect)$/
const openPattern =
  /\b(?:think (?:about|on) it|think it over|thinking about|haven['’]t (?:decided|made)|not decided|not sure|let me (?:talk|think|ask)|maybe|perhaps|might|see how)\b/i
const consentingPattern =
  /\b(?:yes|yeah|okay|ok|sure|i will|i['’]ll (?!see|think)|i want|agreed|fine|deal|right then|let['’]s)\b/i

/** The note reports a decision or a plan that the client was only considering, or left open in the end. */
export function notDecided(claim: Claim, source: readonly SourceClause[]): SourceClause | undefined {
  const isDecision = mainPredicateOf(claim.words).some(
    ({ lemma, isNegated }) => decidingPattern.test(lemma) && !isNegated,
  )
  const isAnnounced =
    tenseOf(claim.words) === 'future' && !isOpen(claim) && !claim.words.some(({ isNegated }) => isNegated)
  if (!isDecision && !isAnnounced) return undefined
  const replies = saidIn(source).filter(({ utterance }) => utterance.speaker !== 'therapist')
  const end = Math.max(...replies.map(({ utterance }) => utterance.start))
  const cited = isAnnounced ? replies.filter(({ utterance }) => utterance.start === end) : saidIn(source)
  return cited.some(({ sentence }) => consentingPattern.test(sentence))
    ? undefined
    : cited.find(({ sentence }) => openPattern.test(sentence))
}

const roughPattern = String.raw`(?! (?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice|half|every|\d+)\b)`
const causePattern =
  /\b(?:caus(?:e|es|ed|ing)|due to|because of|attributable to|result(?:s|ed)? (?:of|from)|side effect)\b/i
const openCause = new RegExp(
  String.raw`\b(?:(?:could|might|may) (?:well )?be|(?:can|could|might|may) (?:\w+ )?(?:do|cause|drop|make|give|bring)|don['’]t know (?:if|whether)|can['’]t (?:tell|say)|not sure (?:if|whether)|possibly|(?:perhaps|maybe)${roughPattern}|sounds? like|looks? like)\b`,
  'i',
)
const plainCause =
  /\b(?:because of|that['’]s what|it was the|it is the|it['’]s the|comes? from|definitely|certainly)\b/i

/** The note states a cause; the client only called it possible. */
export function causeLeftOpen(claim: Claim, source: readonly SourceClause[]): SourceClause | undefined {
  if (!causePattern.test(claim.words.map(({ text }) => text).join(' '))) return undefined
  const cited = source.filter(({ isCited }) => isCited)
  return cited.some(({ sentence }) => plainCause.test(sentence))
    ? undefined
    : cited.find(({ sentence }) => openCause.test(sentence))
}
