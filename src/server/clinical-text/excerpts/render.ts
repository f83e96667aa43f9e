import type { Evidence } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import type { Unit } from './units.ts'
import { withEndMark, quoted } from './verbatim.ts'

/** A line of the worksheet: the speaker and the words as spoken. */
export interface Passage {
  text: string
  /** The line with the neutral verb 'said'. */
  plain: string
  evidence: Evidence[]
}

/** Units of a section as passages. Consecutive sentences of one turn become one passage. */
export function passagesOf(units: readonly Unit[], client: string, transcript: Transcript): Passage[] {
  return joinUnits(units, transcript).map((unit) => ({
    text: lineOf(unit, client, verbOf(unit)),
    plain: lineOf(unit, client, 'said'),
    evidence: unit.evidence,
  }))
}

function joinUnits(units: readonly Unit[], { utterances }: Transcript): Unit[] {
  return units.reduce<Unit[]>((result, unit) => {
    const last = result.at(-1)
    const together = last && join(last, unit, utterances[unit.at]?.text ?? '')
    return together ? [...result.slice(0, -1), together] : [...result, unit]
  }, [])
}

/** Joins two consecutive sentences of one turn; null if they are not. */
function join(one: Unit, other: Unit, text: string): Unit | null {
  const [oneEvidence] = one.evidence
  const { span, undertaking } = one
  if (!oneEvidence || !span || !other.span || one.at !== other.at || one.who !== other.who) return null
  if (undertaking !== other.undertaking || text.slice(span.end, other.span.start).trim() !== '') return null
  const isAsking = one.text.endsWith('?')
  if (isAsking !== other.text.endsWith('?')) return null
  const joinedSpan = { start: span.start, end: other.span.end }
  const quote = text.slice(joinedSpan.start, joinedSpan.end)
  const cut = [one.said.text.startsWith('… ') ? '… ' : '', other.said.text.endsWith(' …') ? ' …' : '']
  return {
    ...one,
    span: joinedSpan,
    said: { ...one.said, text: cut.join(quote) },
    evidence: [{ ...oneEvidence, quote }],
  }
}

/** Returns 'planned' or 'suggested' only for an undertaking of the therapist, and 'asked' only for a question. */
function verbOf({ who, text, undertaking }: Unit): string {
  if (text.endsWith('?') && undertaking === null) return 'asked'
  return who === 'therapist' ? (undertaking ?? 'said') : 'said'
}

function lineOf(unit: Unit, client: string, verb: string): string {
  const speaker = unit.who === 'therapist' ? 'Therapist' : unit.voice || client
  if (unit.who === 'answer')
    return withEndMark(`When asked ${quoted(unit.said.question)}, ${speaker} answered ${quoted(unit.said.text)}`)
  return withEndMark(`${speaker} ${verb}: ${quoted(unit.said.text)}`)
}
