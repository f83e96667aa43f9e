import { type Claim, type Finding, sharesVerb } from './claim.ts'
import type { LocatedQuote } from './quotes.ts'
import type { SourceClause } from './source-clauses.ts'

const relatives = {
  female:
    'mother mom mum mam mama mamá mummy wife missus sister daughter aunt auntie grandmother grandma nana nan gran granny niece girlfriend fiancée stepmother stepsister stepdaughter granddaughter mother-in-law sister-in-law daughter-in-law widow woman girl lady',
  male: 'father dad da daddy papa husband brother son uncle grandfather grandpa granddad nephew boyfriend stepfather stepbrother stepson grandson father-in-law brother-in-law son-in-law widower man boy lad guy bloke',
} as const

type Gender = keyof typeof relatives
const other: Readonly<Record<Gender, Gender>> = { female: 'male', male: 'female' }

const patternOf = (words: string) =>
  new RegExp(String.raw`(?<![\p{L}-])(?:${words.replaceAll(' ', '|')})(?![\p{L}-])`, 'iu')
const named: Readonly<Record<Gender, RegExp>> = {
  female: patternOf(relatives.female),
  male: patternOf(relatives.male),
}
const pronouns: Readonly<Record<Gender, RegExp>> = {
  female: patternOf('she her hers herself'),
  male: patternOf('he him his himself'),
}

/**
 * A relative whose gender is not that of the person in the client's words: `Her mother taught him` for `He taught him`.
 * The client speaks of herself in the first person, so `she` and `he` are other people.
 */
export function gender(text: string, located: readonly LocatedQuote[]): Finding | null {
  const said = located.map(({ quote }) => quote).join('\n')
  if (said === '' || located.some(({ utterance }) => utterance.speaker !== 'client')) return null
  for (const claimed of ['female', 'male'] as const) {
    const opposite = other[claimed]
    const [relative] = named[claimed].exec(text) ?? []
    if (relative === undefined || named[opposite].test(text)) continue
    const isSaid = named[claimed].test(said) || pronouns[claimed].test(said)
    if (!isSaid && (pronouns[opposite].test(said) || named[opposite].test(said)))
      return { reason: `‘${relative}’ does not fit ‘${opposite === 'female' ? 'she' : 'he'}’ in the cited words.` }
  }
  return null
}

const isPassive = ({ words }: Claim) =>
  words.some(
    ({ lemma }, at) => lemma === 'be' && words.slice(at + 1, at + 3).some(({ text }) => /(?:ed|en)$/.test(text)),
  )

/**
 * The subject of the claim is a relative of another gender than the subject of the passages: `Her wife called` for `He
 * called`.
 */
export function subjectOfOtherGender(claim: Claim, source: readonly SourceClause[]): Finding | null {
  const { subject, nearest } = claim
  if (subject?.who !== 'third' || isPassive(claim) || nearest.length === 0) return null
  const claimed = (['female', 'male'] as const).find((one) => named[one].test(subject.name))
  if (claimed === undefined || source.some(({ sentence }) => named[claimed].test(sentence))) return null
  const opposite = other[claimed]
  const isOther = ({ utterance, subject: said, person }: SourceClause) =>
    utterance.speaker === 'client' &&
    person === 'third' &&
    (pronouns[opposite].test(said?.name ?? '') || named[opposite].test(said?.name ?? ''))
  const [against] = nearest
  if (!against || !nearest.every(isOther) || !nearest.every((one) => sharesVerb(claim, one))) return null
  return { reason: `‘${subject.name}’ does not fit ‘${against.subject?.name ?? ''}’ in the cited words.`, against }
}
