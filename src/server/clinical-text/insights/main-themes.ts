import type { Statement } from '#shared/contract/notes.ts'
import { answersNo } from '../language/denials.ts'
import { checkedStatement } from '../evidence/evidence.ts'
import type { Unit } from '../excerpts/units.ts'
import { withEndMark, quoted } from '../excerpts/verbatim.ts'
import { readability, type Session } from './session.ts'
import { plainOf, type Theme, themesIn } from './themes.ts'

const most = 5
const maxPairWords = 48
/** The therapist's words count less: a theme that only the therapist mentions is not the client's. */
const weights = { client: 1, answer: 1, therapist: 0.34 } as const

/** The session's themes, each with its name and the client's words. */
export function mainThemes(session: Session): Statement[] {
  const spoken = session.units.map((unit) => ({
    at: unit.at,
    text: spokenIn(unit),
    weight: weights[unit.who],
  }))
  const used = new Set<Unit>()
  return themesIn(spoken, most * 2)
    .flatMap((theme) => themeStatement(session, theme, used) ?? [])
    .slice(0, most)
}

const spokenIn = ({ who, question, text }: Unit) => (who === 'answer' ? `${question} ${text}` : text)

function themeStatement(session: Session, theme: Theme, used: Set<Unit>): Statement | null {
  const { units, salience, transcript } = session
  const scoreOf = (unit: Unit) =>
    readability(unit) * (0.3 + salience.centrality(unit)) * (unit.who === 'answer' ? 0.4 : 1)
  const candidates = units
    .filter((unit) => unit.who !== 'therapist' && unit.voice === '' && !used.has(unit) && !unit.text.endsWith('?'))
    .filter(({ who, text }) => who === 'client' || !answersNo(text))
    .filter((unit) => theme.pattern.test(plainOf(spokenIn(unit))))
    .filter((unit) => scoreOf(unit) > 0)
    .toSorted((one, other) => scoreOf(other) - scoreOf(one))
    .slice(0, 8)
  for (const name of namesOf(theme)) {
    for (const [at, first] of candidates.entries()) {
      const second = candidates
        .slice(at + 1)
        .find((unit) => unit.at !== first.at && unit.who === 'client' && salience.similarity(first, unit) < 0.4)
      const isPair = second && first.who === 'client' && first.words + second.words <= maxPairWords
      for (const shown of isPair ? [[first, second], [first]] : [[first]]) {
        const inOrder = shown.toSorted((one, other) => one.order - other.order)
        const statement = statementNaming(name, inOrder, transcript)
        if (!statement) continue
        for (const unit of shown) used.add(unit)
        return statement
      }
    }
  }
  return null
}

/** Adjectives such as `resentful` and `stressed` do not name a theme. */
const adjectivePattern =
  /(?:ful|ed|ent|less|ing|able|ous|ly|ic|y)$|^(?:ate|drunk|died|slept|woke|mad at|sober|sad|hurts|sore|afraid|scared)$/

/** Candidates for the name of a theme: its label, then nouns with which the session mentioned it. */
function namesOf({ label, said }: Theme): string[] {
  const nouns = said.filter((word) => !adjectivePattern.test(word))
  return [label, ...nouns.map((word) => word.charAt(0).toUpperCase() + word.slice(1))]
}

/** Null if the evidence check does not find the name in the quote. */
function statementNaming(name: string, units: readonly Unit[], transcript: Session['transcript']): Statement | null {
  const speech = units
    .map(({ who, said }) =>
      who === 'answer' ? `asked ${quoted(said.question)}, answered ${quoted(said.text)}` : quoted(said.text),
    )
    .join(' ')
  const evidence = units.flatMap((unit) => unit.evidence)
  const statement = checkedStatement(withEndMark(`${name}: ${speech}`), evidence, transcript)
  return statement.check === 'supported' ? statement : null
}
