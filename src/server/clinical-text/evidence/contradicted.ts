import { doubtsOf, isOpen } from '../language/certainty.ts'
import { saysNo, type Word } from '../language/clauses.ts'
import { isSame } from '../language/meanings.ts'
import { isOver } from '../language/tense.ts'
import { weightOf } from '../language/weights.ts'
import { type Claim, type Finding, isPerson, overlap, sharesVerb, tellingOf } from './claim.ts'
import type { Heard } from './heard.ts'

const denied = 'This was denied, not reported.'
const reported = 'This was reported, not denied.'

/** Says yes where the passages say no, or the reverse. */
export function contradicted(claim: Claim, heard: readonly Heard[]): Finding | null {
  const said = heard.filter(({ isContext }) => !isContext)
  // `no longer` and `used to` agree.
  if (/\b(?:no longer|any ?more)\b/.test(claim.sentence) && said.some(({ sentence }) => isOver(sentence))) return null
  const against = affirmedFor(claim, said)
  if (against) return { reason: reported, against }
  const sometimes = notAlways(claim, said)
  if (sometimes) return { reason: 'This was said not to be so every time.', against: sometimes }
  return turned(claim, said)
}

const isDenying = ({ words }: Claim) => words.some(({ lemma }) => /^den(?:y|ie)$/.test(lemma))

/** What a charted denial denies, but the passages say with yes, or say somewhere else among them. */
function affirmedFor(claim: Claim, said: readonly Heard[]): Heard | undefined {
  if (!isDenying(claim)) return undefined
  const { nearest } = claim
  if (nearest.length > 0 && nearest.every(({ isAffirmed }) => isAffirmed)) return nearest[0]
  const words = claim.content.filter((word) => word.isNegated && weightOf(word) === 1 && !isPerson(word))
  const isStated = ({ words: others }: Heard, word: Word) =>
    others.some((other) => !other.isNegated && isSame(word, other))
  return said.find(
    (clause) =>
      !clause.sentence.includes('?') &&
      !saysNo(clause) &&
      !isOver(clause.sentence) &&
      words.filter((word) => isStated(clause, word)).length * 2 > words.length,
  )
}

const always = /^(?:every|always|daily|nightly|constantly)$/

function notAlways(claim: Claim, said: readonly Heard[]): Heard | undefined {
  const hasAlways = ({ words }: { words: readonly Word[] }, isNo: boolean) =>
    words.some(({ text, isNegated }) => isNegated === isNo && always.test(text))
  if (!hasAlways(claim, false) || said.some((clause) => hasAlways(clause, false))) return undefined
  return said.find((clause) => hasAlways(clause, true))
}

/** The words that both have stand on different sides of a negation. */
function turned(claim: Claim, said: readonly Heard[]): Finding | null {
  const telling = new Set(tellingOf(claim.words))
  const [main] = telling
  const isHedged = isOpen(claim)
  let agree = 0
  let differ = 0
  let against: Heard | undefined
  for (const word of new Set([...claim.content, ...telling])) {
    if ((weightOf(word) < 1 && !telling.has(word)) || isPerson(word)) continue
    const matches = said.flatMap((clause) =>
      clause.words.filter((other) => other.pos !== 'ADP' && isSame(word, other)).map((other) => ({ clause, other })),
    )
    if (matches.length === 0) continue
    const isNo = word.isNegated
    const isEither = !isNo && saysNo(claim)
    const isAgreeing = ({ clause, other }: (typeof matches)[number]) =>
      isEither ||
      (other.isNegated === isNo && (isNo || isHedged || doubtsOf(clause).size === 0)) ||
      (!other.isNegated && saysNo(clause))
    if (matches.some(isAgreeing) || !matches.some(({ other }) => other.isNegated !== isNo)) {
      agree += weightOf(word)
      if (isNo && word === main) return null
      continue
    }
    differ += weightOf(word)
    against ??= matches.find(({ other }) => other.isNegated !== isNo)?.clause
    // `I don't want to` is short for what was asked or said before.
    if (word === main && !isNo && against && against.words.length <= 9 && against.person === claim.person)
      return { reason: denied, against }
  }
  if (differ === 0 || agree >= differ || against === undefined) return null
  const isDenied = against.words.some(({ isNegated }) => isNegated)
  if (!isDenied && (overlap(claim.content, against) < 1 || (claim.person === 'client' && against.person === 'third')))
    return null
  if (!isDenied && said.some(saysNo) && (saysNo(against) || !sharesVerb(claim, against))) return null
  return { reason: isDenied ? denied : reported, against }
}
