import { isFirmRefusal, isRefusal, negationsIn } from '../language/denials.ts'
import { wordsOf } from '../language/words.ts'
import type { Move } from './cues.ts'
import { askedClaim, clientReport, therapistReport } from './third-person.ts'
import { undertaking } from './undertaking.ts'
import type { Unit } from './units.ts'

const therapistVerb: Readonly<Record<Move, string>> = {
  asked: 'asked',
  reflected: 'reflected',
  affirmed: 'affirmed',
  advised: 'suggested',
  guided: 'invited',
  informed: 'explained',
  taught: 'explained',
  observed: 'noted',
  planned: 'planned',
  framed: 'said',
  social: 'said',
}

/** Speech as it stands in a sentence of ours. */
export const quoted = (text: string) => `“${text.replace(/[“”"]/g, "'")}”`

export interface Style {
  client: string
  /** Quotes everything instead of reporting it. */
  onlyQuotes: boolean
  hasBullets: boolean
}

/** A sentence of the note and the units it was made of. */
export interface Rendered {
  text: string
  units: readonly Unit[]
}

/** Words up to which two neighbouring reports become one sentence. */
const longestJoined = 36

/**
 * Units of a section as sentences of the note: cautious reports in the third person where that is safe, else attributed
 * quotes. Two short reports from the same stretch of the session share a sentence.
 */
export function render(units: readonly Unit[], style: Style): Rendered[] {
  return units.reduce<Rendered[]>((done, unit) => {
    const last = done.at(-1)
    const joined = last?.units.length === 1 && last.units[0] ? join(last.units[0], unit, style) : null
    if (last && joined) return [...done.slice(0, -1), { text: joined, units: [...last.units, unit] }]
    return [...done, { text: renderOne(unit, style, last?.units.at(-1)), units: [unit] }]
  }, [])
}

function join(one: Unit, other: Unit, style: Style): string | null {
  if (one.words + other.words > longestJoined || other.at - one.at > 3) return null
  const texts = [renderOne(one, style, undefined), renderOne(other, style, undefined)] as const
  const opening = [`${style.client} reports that `, `${style.client} denies `].find((start) =>
    texts.every((text) => text.startsWith(start)),
  )
  if (!opening) return null
  const link = opening.endsWith('that ') ? 'and that' : 'and'
  return `${texts[0].replace(/\.$/, '')}, ${link} ${texts[1].slice(opening.length)}`
}

function renderOne(unit: Unit, style: Style, before: Unit | undefined): string {
  if (unit.who === 'therapist') return renderTherapist(unit, style)
  if (unit.who === 'answer') return renderAnswer(unit, style)
  if (unit.voice !== '') return `${unit.voice} says: ${quoted(unit.said.text)}`
  if (unit.text.endsWith('?')) return `${style.client} asks: ${quoted(unit.said.text)}`
  const verb = before?.who === 'client' && before.at === unit.at ? 'adds' : 'reports'
  const report = reported(unit, style, clientReport)
  return report ? `${style.client} ${verb} that ${report}` : `${style.client} ${verb}: ${quoted(unit.said.text)}`
}

/** The sentence in other words, or null where that is not safe: it was broken off, or a negation was left out with fillers. */
function reported(unit: Unit, style: Style, reword: (sentence: string) => string | null): string | null {
  if (style.onlyQuotes || unit.isBroken) return null
  const report = reword(unit.text)
  return report && isSame(negationsIn(report), negationsIn(spokenIn(unit))) ? report : null
}

const spokenIn = ({ evidence }: Unit) => evidence.map(({ quote }) => quote).join(' ')
const isSame = (one: readonly string[], other: readonly string[]) => one.join(' ') === other.join(' ')

function renderTherapist(unit: Unit, style: Style): string {
  const task = reported(unit, style, (sentence) => undertaking(sentence, style.client))
  if (task) return task
  const verb = therapistVerb[unit.move]
  const report = verb === 'asked' || verb === 'suggested' ? null : reported(unit, style, therapistReport)
  return report ? `Therapist ${verb} to ${style.client} that ${report}` : `Therapist ${verb}: ${quoted(unit.said.text)}`
}

const plainYes =
  /^(?:yes|yeah|yep|yup|correct|right|mm-?hmm|i do|i am|i have|i did|that's (?:right|correct|true)|absolutely|definitely)\b/i
const plainNo = /^(?:no|nope|nah|not at all|none|never)\b/i

/** `Any chest pain?` and `do you have any allergies?` with a plain answer become a report; every other pair stays as it was said. */
function renderAnswer({ question, text, said }: Unit, { client, onlyQuotes }: Style): string {
  const pair = `Asked ${quoted(said.question)}, ${client} answered ${quoted(said.text)}`
  const isShort = wordsOf(text).length <= 4
  if (onlyQuotes || !isShort) return pair
  const isNo = isFirmRefusal(text) && plainNo.test(text)
  const named = anythingNamed(question)
  if (isNo && named) return `${client} denies ${named}.`
  const claim = /\b(?:n't|not|no|never)\b/i.test(question) ? null : askedClaim(question)
  if (claim && isNo) return `${client} denies that ${claim}.`
  const isYes = plainYes.test(text) && !isRefusal(text) && !/\b(?:but|or|any)\b/i.test(claim ?? '')
  return claim && isYes ? `${client} confirms that ${claim}.` : pair
}

/** What `any …?` or `no …?` names, else null. */
function anythingNamed(question: string): string | null {
  const named = /^((?:any|no)\b [^?]{3,80})\?$/i
    .exec(question)?.[1]
    ?.replace(/^no\b/i, 'any')
    .replace(/,? (?:at all|right now|or anything(?: like that)?|anything like that|like that)$/i, '')
  const isPlain =
    named &&
    !/\b(?:you|your|i|else|other|questions?|concerns?|more|who|what|when|where|why|how|is|are|do|does|did|was|were|that)\b|[.,;]/i.test(
      named,
    )
  return named && isPlain ? named.charAt(0).toLowerCase() + named.slice(1) : null
}
