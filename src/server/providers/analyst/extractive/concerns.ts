import type { SafetyPassage, Statement } from '#shared/contract/notes.ts'
import { findQuote } from '#shared/rules/evidence.ts'
import type { Profile } from '../../drafter/extractive/profiles.ts'
import { scoreOf } from '../../drafter/extractive/select.ts'
import { statementsOf } from '../../drafter/extractive/statements.ts'
import type { Unit } from '../../drafter/extractive/units.ts'
import { passageStatement } from './grave.ts'
import { best, type Session } from './session.ts'

const most = 5
const mostGrave = 4

/** What the client says is wrong. */
const stated: Profile = {
  who: { client: 1, answer: 0.6, therapist: 0 },
  needs: ['problem', 'symptom'],
  cues: { problem: 0.6, symptom: 0.6, feeling: 0.1, body: 0.2 },
  moves: {},
  share: 1,
  rank: 0,
  time: 0,
}

/** Safety passages, the gravest first and one of each topic before a second, then problems that the client stated. */
export function potentialConcerns(
  session: Session,
  safety: readonly SafetyPassage[],
  besides: readonly Unit[],
): Statement[] {
  const { units, salience, style, transcript } = session
  const passages = inTurn(safety.filter(({ finding }) => finding === 'stated')).slice(0, mostGrave)
  const grave = passages.flatMap((passage) => passageStatement(session, passage) ?? [])
  const isTold = (unit: Unit) =>
    passages.some(({ utteranceId, quote }) =>
      unit.evidence.some(
        (one) => one.utteranceId === utteranceId && (findQuote(one.quote, quote) ?? findQuote(quote, one.quote)),
      ),
    )
  const problems = best(
    session,
    (unit) => (isTold(unit) ? 0 : scoreOf(unit, stated, salience, units.length)),
    most,
    besides,
  )
  const others = statementsOf(problems, style, transcript)
  return [...grave, ...others].slice(0, most)
}

/** The first passage of each topic, then the second of each, and so on. */
function inTurn(passages: readonly SafetyPassage[]): SafetyPassage[] {
  const topics = [...new Set(passages.map(({ topic }) => topic))].toSorted(
    (one, other) => gravity(one) - gravity(other),
  )
  const rows = topics.map((topic) => passages.filter((passage) => passage.topic === topic))
  const longest = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: longest }, (_, at) => rows.flatMap((row) => row[at] ?? [])).flat()
}

const order: readonly SafetyPassage['topic'][] = [
  'suicide',
  'harm to others',
  'self-harm',
  'abuse',
  'psychosis',
  'substance use',
]
const gravity = (topic: SafetyPassage['topic']) => order.indexOf(topic)
