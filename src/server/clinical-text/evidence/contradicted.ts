import { doubtsOf, isOpen } from '../language/certainty.ts'
import { saysNo, type Word } from '../language/clauses.ts'
import { isSame } from '../language/meanings.ts'
import { isOver } from '../language/tense.ts'
import { weightOf } from '../language/weights.ts'
import { problemSaidToBeFine } from './problem-said-to-be-fine.ts'
import { type Claim, type Finding, isOfTherapist, isPerson, overlap, sharesVerb, mainPredicateOf } from './claim.ts'
import { isOthersOpinion, type SourceClause, saidIn } from './source-clauses.ts'

const denied = 'This was denied, not reported.'
const reported = 'This was reported, not denied.'

/** The claim affirms what the passages deny, or the reverse. */
export function contradicted(claim: Claim, source: readonly SourceClause[], claims: readonly Claim[]): Finding | null {
  if (claim.person === 'therapist' && claim.words.some(({ lemma }) => askingPattern.test(lemma))) return null
  // The therapist did say a remark that the client rejected.
  const said = saidIn(source).filter(({ reply }) => reply !== 'rejected' || !isOfTherapist(claim))
  // `no longer` and `used to` agree.
  if (/\b(?:no longer|any ?more)\b/.test(claim.sentence) && said.some(({ sentence }) => isOver(sentence))) return null
  const against = affirmedFor(claim, said)
  if (against) return { reason: reported, against }
  const problemDenied = problemSaidToBeFine(claim, source)
  if (problemDenied) return problemDenied
  const sometimes = notAlways(claim, said)
  if (sometimes) return { reason: 'This was said not to be so every time.', against: sometimes }
  return reversed(claim, said, claims)
}

/** A topic that the therapist asked about is not a report. */
const askingPattern = /^(?:ask|inquire|enquire|assess|screen|explore|discuss|review)$/

const isDenying = ({ words, frames }: Claim) => [...frames, ...words].some(({ lemma }) => /^den(?:y|ie)$/.test(lemma))

/** The passage that affirms what the claim says was denied: an answer of yes, or another mention. */
function affirmedFor(claim: Claim, said: readonly SourceClause[]): SourceClause | undefined {
  if (!isDenying(claim)) return undefined
  const { nearest } = claim
  if (nearest.length > 0 && nearest.every(({ isAffirmed }) => isAffirmed)) return nearest[0]
  const words = claim.content.filter((word) => word.isNegated && weightOf(word) === 1 && !isPerson(word))
  const isSaidNo = (word: Word) => said.some((one) => one.words.some((other) => other.isNegated && isSame(word, other)))
  if (words.length > 0 && words.every(isSaidNo)) return undefined
  const isStated = ({ words: others }: SourceClause, word: Word) =>
    others.some((other) => !other.isNegated && isSame(word, other))
  return said.find(
    (clause) =>
      !clause.sentence.includes('?') &&
      !saysNo(clause) &&
      !isOver(clause.sentence) &&
      words.filter((word) => isStated(clause, word)).length * 2 > words.length,
  )
}

const alwaysPattern = /^(?:every|always|daily|nightly|constantly)$/

function notAlways(claim: Claim, said: readonly SourceClause[]): SourceClause | undefined {
  const hasAlways = ({ words }: { words: readonly Word[] }, isNegative: boolean) =>
    words.some(({ text, isNegated }) => isNegated === isNegative && alwaysPattern.test(text))
  if (!hasAlways(claim, false) || said.some((clause) => hasAlways(clause, false))) return undefined
  return said.find((clause) => hasAlways(clause, true))
}

/** Words with a negative meaning, such as `avoid`. The passages may say the same with a negation. */
const negativeWord =
  /^(?:abandon|against|avoid|cancel|control|defer|delay|decline|disconfirm|except|exclude|forgo|instead|keep|lack|minus|omit|only|postpone|prevent|rather|refrain|refuse|reject|reluctant|reluctance|resist|sole|solely|unlike|unopened|unwilling|without)$/

/**
 * True if a claim expresses a negation without `not`: `kept from checking`, `turned down`, `leaves his post unopened`.
 */
export function isImplicitNegation({ words }: Claim): boolean {
  return words.some(
    ({ lemma, text, pos }, at) =>
      negativeWord.test(lemma) ||
      (/^(?:give|turn|hold|put|step|knock)$/.test(lemma) &&
        /^(?:away|down|back|up|off)$/.test(words[at + 1]?.text ?? '')) ||
      (pos === 'ADJ' && /^un\w{4,}ed$/.test(text)),
  )
}

/** True if a short no in the passages supports a negation of the note: `Normally I'd log in. I didn't.` */
function saysNoForShort(claim: Claim, said: readonly SourceClause[]): boolean {
  const isShort = ({ words, isCited }: SourceClause) =>
    isCited && words.some(({ isNegated }) => isNegated) && words.every((word) => weightOf(word) < 1)
  return claim.words.some(({ isNegated }) => isNegated) && said.some(isShort)
}

/** True for verbs of opinion. Their negation applies to the clause after them: `I don't think I would`. */
const isOpinion = ({ lemma }: Word) => /^(?:think|believe|know|feel|suppose|guess|reckon)$/.test(lemma)

/** True if the claim has a number from an affirmative clause. */
const sharesNumber = ({ words }: Claim, said: readonly SourceClause[]) =>
  words.some(
    ({ pos, text }) =>
      pos === 'NUM' &&
      text !== 'one' &&
      said.some((clause) => clause.words.some((other) => other.text === text && !other.isNegated)),
  )

/** True for a noun and a verb with the same text: `the count` and `that doesn't count`. */
const isHomograph = (one: Word, other: Word) =>
  one.text === other.text && [one.pos, other.pos].toSorted().join() === 'NOUN,VERB'

interface Match {
  clause: SourceClause
  other: Word
}

/**
 * Removes matches in clauses about other people, or in their opinions, if a match about the client is negated: `She
 * cries. I don't cry.`
 */
function withSamePerson({ person, frames }: Claim, matches: readonly Match[]): readonly Match[] {
  if (person !== 'client' || frames.length > 0) return matches
  const clientMatches = matches.filter(({ clause }) => clause.person === 'client' && !isOthersOpinion(clause))
  return clientMatches.some(({ other }) => other.isNegated) ? clientMatches : matches
}

/** The word whose negation is compared: in `wants to leave`, `leave` instead of `wants`. */
function comparedWord({ words }: Claim, predicate: ReadonlySet<Word>): Word | undefined {
  const [main] = predicate
  const at = main ? words.indexOf(main) : -1
  const actVerb = words[at + 2]
  return words[at + 1]?.text === 'to' && actVerb?.pos === 'VERB' ? actVerb : main
}

/** Shared words are negated in the claim and affirmed in the passages, or the reverse. */
function reversed(claim: Claim, said: readonly SourceClause[], claims: readonly Claim[]): Finding | null {
  if (isImplicitNegation(claim) || saysNoForShort(claim, said) || sharesNumber(claim, said)) return null
  const predicate = new Set(mainPredicateOf(claim.words))
  const main = comparedWord(claim, predicate)
  const isHedged = isOpen(claim)
  let agree = 0
  let differ = 0
  let against: SourceClause | undefined
  for (const word of new Set([...claim.content, ...predicate])) {
    if ((weightOf(word) < 1 && !predicate.has(word) && word !== main) || isPerson(word) || isOpinion(word)) continue
    const found = said.flatMap((clause) =>
      clause.words
        .filter((other) => other.pos !== 'ADP' && !isHomograph(word, other) && isSame(word, other))
        .map((other) => ({ clause, other })),
    )
    const exact = found.filter(({ other }) => other.lemma === word.lemma)
    const matches = withSamePerson(claim, exact.length > 0 ? exact : found)
    if (matches.length === 0) continue
    const isNegative = word.isNegated
    const isOtherWay = (one: Claim) =>
      one.words.some((own) => isSame(own, word) && (own.isNegated !== isNegative || isImplicitNegation(one)))
    if (claims.some(isOtherWay)) continue
    const isEither = !isNegative && saysNo(claim)
    const isAgreeing = ({ clause, other }: Match) =>
      isEither ||
      clause.isConditional ||
      (other.isNegated === isNegative && (isNegative || isHedged || doubtsOf(clause).size === 0)) ||
      (!other.isNegated && saysNo(clause))
    if (matches.some(isAgreeing) || !matches.some(({ other }) => other.isNegated !== isNegative)) {
      agree += weightOf(word)
      if (isNegative && word === main) return null
      continue
    }
    differ += weightOf(word)
    against ??= matches.find(({ other }) => other.isNegated !== isNegative)?.clause
    // `I don't want to` refers to what was asked or said before.
    if (word === main && !isNegative && against && against.words.length <= 9 && against.person === claim.person)
      return { reason: denied, against }
  }
  if (differ === 0 || agree >= differ || against === undefined) return null
  const isDenied = against.words.some(({ isNegated }) => isNegated)
  if (!isDenied && (overlap(claim.content, against) < 1 || (claim.person === 'client' && against.person === 'third')))
    return null
  if (!isDenied && said.some(saysNo) && (saysNo(against) || !sharesVerb(claim, against))) return null
  return { reason: isDenied ? denied : reported, against }
}
