import { isRefusal } from '#shared/rules/denials.ts'
import { asSentence } from './clean.ts'
import { moveOf, type Move } from './cues.ts'
import { toReportedSpeech } from './third-person.ts'
import type { Unit } from './units.ts'

const therapistVerb: Readonly<Record<Move, string>> = {
  asked: 'asked',
  reflected: 'reflected',
  affirmed: 'affirmed',
  advised: 'suggested',
  informed: 'explained',
  observed: 'observed',
  planned: 'planned',
  social: 'said',
}

const quoted = (text: string) => `“${text.replace(/[“”"]/g, "'")}”`

/** A unit as a sentence of the note: a cautious report in the third person where that is safe, else an attributed quote. */
export function render(unit: Unit, client: string): string {
  if (unit.who === 'therapist') return `Therapist ${therapistVerb[moveOf(unit.text)]}: ${quoted(unit.text)}`
  if (unit.who === 'answer') return renderAnswer(unit, client)
  const report = toReportedSpeech(unit.text)
  return report ? `${client} reports that ${report}` : `${client} reports: ${quoted(unit.text)}`
}

function renderAnswer({ question, text }: Unit, client: string): string {
  const denied = isRefusal(text) ? deniedBy(question) : null
  if (denied) return `${client} denies ${denied}.`
  return `Asked ${quoted(asSentence(question))}, ${client} answered ${quoted(text)}`
}

/** What a plain `no` denies, when the question names it (`any chest pain?`, `do you have any allergies?`), else null. */
function deniedBy(question: string): string | null {
  const asked =
    /^(?:(?:do|did|have|has|are|is|any) (?:you|there|he|she|it)?\s*(?:been |had |have |having |notic\w+ |experienc\w+ |feel |get |got |ever )*)?\b((?:any|no)\b [^?]{3,80})\?$/i.exec(
      question,
    )
  const named = asked?.[1]
    ?.replace(/^no\b/i, 'any')
    .replace(/,? (?:at all|right now|or anything(?: like that)?|like that)$/gi, '')
  return named &&
    !/\b(?:you|your|i|else|other|questions?|more|who|what|when|where|why|how|is|are|do|does|did|was|were)\b/i.test(
      named,
    )
    ? named.charAt(0).toLowerCase() + named.slice(1)
    : null
}
