import type { Statement } from '#shared/contract/notes.ts'
import { checkedStatement } from '#shared/rules/evidence.ts'
import { quoted } from '../../drafter/extractive/render.ts'
import type { Unit } from '../../drafter/extractive/units.ts'
import { legibility, type Session } from './session.ts'
import { plainOf, type Theme, themesIn } from './themes.ts'

const most = 5
/** A theme that only the therapist speaks of is none of the client's. */
const weights = { client: 1, answer: 1, therapist: 0.34 } as const

/** What the session was about, each theme by its name and the client's words for it. */
export function mainThemes(session: Session): Statement[] {
  const spoken = session.units.map((unit) => ({
    at: unit.at,
    text: unit.who === 'answer' ? `${unit.question} ${unit.text}` : unit.text,
    weight: weights[unit.who],
  }))
  const used = new Set<Unit>()
  return themesIn(spoken, most * 2)
    .flatMap((theme) => themeStatement(session, theme, used) ?? [])
    .slice(0, most)
}

function themeStatement(session: Session, theme: Theme, used: Set<Unit>): Statement | null {
  const { units, salience, transcript } = session
  const worth = (unit: Unit) => legibility(unit) * (0.3 + salience.centrality(unit))
  const telling = units
    .filter((unit) => unit.who === 'client' && unit.voice === '' && !used.has(unit) && !unit.text.endsWith('?'))
    .filter((unit) => theme.pattern.test(plainOf(unit.text)))
    .toSorted((one, other) => worth(other) - worth(one))
    .slice(0, 8)
  for (const [first, ...others] of telling.map((unit, at) => [unit, ...telling.slice(at + 1)] as const)) {
    const second = others.find((unit) => unit.at !== first.at && salience.similarity(first, unit) < 0.4)
    for (const pair of [second && first.words + second.words <= 48 ? [first, second] : [first], [first]]) {
      const shown = pair.toSorted((one, other) => one.order - other.order)
      const statement = named(theme, shown, transcript)
      if (!statement) continue
      for (const unit of shown) used.add(unit)
      return statement
    }
  }
  return null
}

/** Under the theme's name, or under the word for it that was said. */
function named(theme: Theme, units: readonly Unit[], transcript: Session['transcript']): Statement | null {
  const speech = units.map(({ said }) => quoted(said.text)).join(' ')
  const evidence = units.flatMap((unit) => unit.evidence)
  const names = [theme.label, ...theme.said.map((word) => word.charAt(0).toUpperCase() + word.slice(1))]
  return (
    names
      .map((name) => checkedStatement(`${name}: ${speech}`, evidence, transcript))
      .find(({ check }) => check === 'supported') ?? null
  )
}
