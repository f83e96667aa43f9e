import type { Statement } from '#shared/contract/notes.ts'
import { checkedStatement } from '../evidence/evidence.ts'
import { spokenTermsOf } from '../language/words.ts'
import type { Unit } from '../excerpts/units.ts'
import { withEndMark, quoted } from '../excerpts/verbatim.ts'
import { readability, type Session } from './session.ts'
import { type Echo, techniqueOf, techniques } from './technique-cues.ts'
import { plainOf } from './themes.ts'

const most = 6
const maxPairWords = 40

/** The therapist's techniques, each with a quote. Rarer ones come first, since every therapist asks and reflects. */
export function therapeuticTechniques(session: Session): Statement[] {
  const answered = session.units.filter(({ isWhole }) => isWhole).map(asQuestion)
  const turns = [...session.units.filter(({ who }) => who === 'therapist'), ...answered]
  const kinds = turns.map((unit) => ({ unit, kind: techniqueOf(plainOf(unit.text), unit, echoOf(unit, session)) }))
  return techniques
    .flatMap(({ did }) => {
      const unitsOfKind = kinds.filter(({ kind }) => kind === did).map(({ unit }) => unit)
      return statementOf(session, did, unitsOfKind) ?? []
    })
    .slice(0, most)
}

function echoOf({ at, terms }: Unit, { transcript }: Session): Echo {
  const before = new Set(spokenTermsOf(transcript.utterances[at - 1]?.text ?? ''))
  const shared = [...terms].filter((term) => before.has(term)).length
  return { shared, share: shared / terms.size }
}

/** The therapist's question of an exchange, as its own unit. */
function asQuestion(unit: Unit): Unit {
  const said = { text: unit.said.question, question: '' }
  return { ...unit, who: 'therapist', text: unit.question, said, evidence: unit.evidence.slice(0, 1) }
}

function statementOf({ salience, transcript }: Session, did: string, units: readonly Unit[]): Statement | null {
  const scoreOf = (unit: Unit) => readability(unit) * (0.4 + salience.centrality(unit))
  const [first, ...others] = units
    .filter((unit) => scoreOf(unit) > 0)
    .toSorted((one, other) => scoreOf(other) - scoreOf(one))
  if (!first) return null
  const second = others.find(
    (unit) =>
      unit.at !== first.at &&
      salience.similarity(first, unit) < 0.4 &&
      readability(unit) > 0.5 &&
      first.words + unit.words <= maxPairWords,
  )
  const shown = (second ? [first, second] : [first]).toSorted((one, other) => one.at - other.at)
  const statement = checkedStatement(
    withEndMark(`Therapist ${did}: ${shown.map(({ said }) => quoted(said.text)).join(' ')}`),
    shown.flatMap(({ evidence }) => evidence),
    transcript,
  )
  return statement.check === 'supported' ? statement : null
}
