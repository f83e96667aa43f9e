import { isOver, otherRelativeTime, isPerfect, type Tense, tenseOf } from '../language/tense.ts'
import { weightOf } from '../language/weights.ts'
import { type Claim, type Finding, overlap, sharesPredicate, sharesVerb } from './claim.ts'
import { type SourceClause, saidIn } from './source-clauses.ts'

const tenseNames: Readonly<Record<Tense, string>> = { past: 'past', present: 'present', future: 'a plan' }

/** True if the verb is one of saying, thinking or planning. Its tense then is that of the note, not of the event. */
const isOfNote = ({ words }: Claim) => {
  const verb = words.find(({ pos }) => pos === 'VERB')
  return (
    verb !== undefined &&
    (weightOf(verb) === 0 ||
      (verb.lemma === 'see' && words.some(({ text }) => text === 'as')) ||
      /^(?:say|think|believe|attribute|put|consent|link|blame|read|identify|name|regret|view|consider|hope|wish|deny|report|state|agree|describe|recall|remember|commit|plan|intend|decide|choose|propose|anticipate|abstain|undertake|arrange|book)$/.test(
        verb.lemma,
      ))
  )
}

/** True for an addition such as `, followed by one`, which looks like the past tense. */
const isAside = ({ words }: Claim) => words[0]?.pos === 'PUNCT' && words.some(({ text }) => text === 'followed')

/** Acts that a therapist performs in the session by announcing them. */
const actPattern =
  /^(?:add|adjust|arrange|assign|book|change|consent|continue|decrease|discontinue|extend|give|increase|initiate|invite|lower|obtain|offer|order|prescribe|provide|recommend|reduce|refer|request|restart|schedule|start|stop|switch|withhold)$/

/** The therapist announces an act, and the note reports it as done: `I'll start him on …`, `a laxative was started`. */
function isActOfSession({ words, person }: Claim, nearest: readonly SourceClause[]): boolean {
  const isPassive = words.some(({ text }) => /^(?:was|were)$/.test(text))
  return (
    (person === 'therapist' || isPassive) &&
    words.some(({ lemma, pos }) => pos === 'VERB' && actPattern.test(lemma)) &&
    nearest.every(({ utterance }) => utterance.speaker === 'therapist')
  )
}

/** The tense or time of the claim differs from that of the passage. */
export function wrongTense(claim: Claim, source: readonly SourceClause[]): Finding | null {
  const cited = saidIn(source)
  const unit = otherRelativeTime(claim.sentence, cited.map(({ sentence }) => sentence).join(' '))
  if (unit !== undefined) return { reason: `Another ${unit} was meant.`, ...(cited[0] && { against: cited[0] }) }
  const claimed = tenseOf(claim.words)
  if (claimed === null || isAside(claim) || isOfNote(claim) || /^\W*plan\b/i.test(claim.sentence)) return null
  const nearest = claim.nearest.filter((one) => !one.isContext)
  const [against] = nearest
  if (!against) return null
  if (claimed === 'past' && isActOfSession(claim, nearest)) return null
  const otherwise = byVerb(claim, claimed, cited) ?? onlyAppointed(claim, claimed, cited)
  if (otherwise) return otherwise
  const best = Math.max(0, ...claim.nearest.map((one) => overlap(claim.content, one)))
  const isSaidSo = cited.some((one) => {
    const shared = overlap(claim.content, one)
    return shared >= 0.5 && shared * 2 >= best && tenseOf(one.words) === claimed && !isOver(one.sentence)
  })
  if (isSaidSo) return null
  const said = claimed === 'present' ? pastOf(claim, nearest, source) : otherOf(claimed, nearest)
  return said === null
    ? null
    : { reason: `The note says this as ${tenseNames[claimed]}, but it was said as ${tenseNames[said]}.`, against }
}

const appointedPattern =
  /\b(?:appointment|booked|due|scheduled|it['’]s (?:on )?(?:the )?(?:\w+(?:th|st|nd|rd)\b|first|second|third|mon|tues|wednes|thurs|fri|satur|sun))/i

/** Flags `saw the doctor on the ninth` if the client only said `I've an appointment on the ninth`. */
function onlyAppointed(claim: Claim, claimed: Tense, cited: readonly SourceClause[]): Finding | null {
  if (claimed !== 'past' || !claim.words.some(({ lemma }) => /^(?:see|have|attend|meet|hand|undergo)$/.test(lemma)))
    return null
  const related = cited.filter((one) => overlap(claim.content, one) >= 0.25)
  const against = related.find(({ sentence }) => appointedPattern.test(sentence))
  const isPast = ({ words }: SourceClause) => tenseOf(words) === 'past' && !isPerfect(words)
  if (!against || related.some(isPast)) return null
  return { reason: 'The note says this as past, but it was said as a plan.', against }
}

/** Dates that make a present tense a plan: `We open on the second of May.` */
const datedPattern =
  /\b(?:tomorrow|next \w+|on the \w+(?:th|st|nd|rd|second|third|first)\b|on (?:mon|tues|wednes|thurs|fri|satur|sun)day\b)/i

/** Everything that was said with the claim's verb was a plan, but the claim reports it as done; or the reverse. */
function byVerb(claim: Claim, claimed: Tense, cited: readonly SourceClause[]): Finding | null {
  const other: Tense | null = claimed === 'past' ? 'future' : claimed === 'future' ? 'past' : null
  const same = cited.filter((one) => sharesVerb(claim, one))
  const tenseIn = ({ words, sentence }: SourceClause) =>
    tenseOf(words) === 'present' && datedPattern.test(sentence) ? 'future' : tenseOf(words)
  const [against] = same
  if (other === null || !against || !same.every((one) => tenseIn(one) === other)) return null
  return { reason: `The note says this as ${tenseNames[claimed]}, but it was said as ${tenseNames[other]}.`, against }
}

/** Words that compare the past with the present: both tenses fit. */
const comparingPattern = /\b(?:than|unchanged|same|(?:more|less) frequent|(?:up|down) (?:from|to|by))\b/

/** True if a passage without a tense has a number of the claim: `Three. It used to be seven.` */
const sharesFigure = ({ words }: Claim, one: SourceClause) =>
  tenseOf(one.words) === null &&
  words.some(({ pos, text }) => pos === 'NUM' && one.words.some((other) => other.text === text))

/** Null, or the past tense if the passages describe the claim's present as over: `I used to …`, `in the beginning`. */
function pastOf(claim: Claim, nearest: readonly SourceClause[], source: readonly SourceClause[]): Tense | null {
  if (comparingPattern.test(claim.words.map(({ text }) => text).join(' ')) || isPerfect(claim.words)) return null
  const isNegative = claim.words.some(({ isNegated }) => isNegated)
  if (isNegative && !nearest.every(({ words }) => words.some(({ isNegated }) => isNegated))) return null
  if (isOver(claim.sentence)) return null
  const sentences = new Set(nearest.map(({ sentence }) => sentence))
  if (nearest.some(({ isConditional }) => isConditional)) return null
  const isNow = nearest.some(({ words }) => tenseOf(words) === 'present' || tenseOf(words) === 'future')
  const around = saidIn(source).map(({ sentence }) => sentence)
  if (isNow || nearest.some((one) => !isOver(one.sentence) && sharesFigure(claim, one))) return null
  if ([...sentences, ...around].some(isOver)) return 'past'
  const isStill = source.some(
    (one) => !one.isContext && tenseOf(one.words) === 'present' && overlap(claim.content, one) > 0,
  )
  const isPast = nearest.every(
    (one) => tenseOf(one.words) === 'past' && !isPerfect(one.words) && sharesPredicate(claim, one),
  )
  return isPast && !isStill ? 'past' : null
}

/** The tense of all passages, if it is the opposite of the claim's: plan for done, or done for plan. */
function otherOf(claimed: Tense, nearest: readonly SourceClause[]): Tense | null {
  const tenses = nearest.map(({ words }) => tenseOf(words))
  const other: Tense = claimed === 'past' ? 'future' : 'past'
  return tenses.every((tense) => tense === other) ? other : null
}
