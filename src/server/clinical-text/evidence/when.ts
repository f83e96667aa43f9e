import { isOver, otherRelativeTime, isPerfect, type Tense, tenseOf } from '../language/tense.ts'
import { weightOf } from '../language/weights.ts'
import { type Claim, type Finding, sharesPredicate } from './claim.ts'
import type { Heard } from './heard.ts'

const told: Readonly<Record<Tense, string>> = { past: 'past', present: 'present', future: 'a plan' }

/** Verbs that say how somebody sees it: their own tense is that of the note. */
const isOfNote = ({ words }: Claim) => {
  const verb = words.find(({ pos }) => pos === 'VERB')
  return (
    verb !== undefined &&
    (weightOf(verb) === 0 ||
      /^(?:say|think|believe|attribute|put|consent|link|blame|read|identify|name|regret|view|see|consider|hope|wish|deny|report|state|agree|describe|recall|remember)$/.test(
        verb.lemma,
      ))
  )
}

/** Tense or time of the claim is not that of the passage. */
export function when(claim: Claim, heard: readonly Heard[]): Finding | null {
  const cited = heard.filter(({ isContext }) => !isContext)
  const unit = otherRelativeTime(claim.sentence, cited.map(({ sentence }) => sentence).join(' '))
  if (unit !== undefined) return { reason: `Another ${unit} was meant.`, ...(cited[0] && { against: cited[0] }) }
  const claimed = tenseOf(claim.words)
  if (claimed === null || isOfNote(claim)) return null
  const nearest = claim.nearest.filter((one) => !one.isContext)
  const [against] = nearest
  if (!against) return null
  const said = claimed === 'present' ? pastOf(claim, nearest, heard) : otherOf(claimed, nearest)
  return said === null
    ? null
    : { reason: `The note says this as ${told[claimed]}, but it was said as ${told[said]}.`, against }
}

/** A present that the passages tell as over: `I used to …`, `in the beginning`. */
function pastOf(claim: Claim, nearest: readonly Heard[], heard: readonly Heard[]): Tense | null {
  if (claim.words.some(({ isNegated, text }) => isNegated || text === 'than') || isPerfect(claim.words)) return null
  if (isOver(claim.sentence)) return null
  const sentences = new Set(nearest.map(({ sentence }) => sentence))
  const isNow = nearest.some(({ words }) => tenseOf(words) === 'present' || tenseOf(words) === 'future')
  const around = heard.filter(({ isContext }) => !isContext).map(({ sentence }) => sentence)
  if (isNow) return null
  if ([...sentences, ...around].some(isOver)) return 'past'
  const isStill = heard.some(({ isContext, words }) => !isContext && tenseOf(words) === 'present')
  const isPast = nearest.every(
    (one) => tenseOf(one.words) === 'past' && !isPerfect(one.words) && sharesPredicate(claim, one),
  )
  return isPast && !isStill ? 'past' : null
}

/** What is told as done was only planned, or what is planned was done. */
function otherOf(claimed: Tense, nearest: readonly Heard[]): Tense | null {
  const tenses = nearest.map(({ words }) => tenseOf(words))
  const other: Tense = claimed === 'past' ? 'future' : 'past'
  return tenses.every((tense) => tense === other) ? other : null
}
