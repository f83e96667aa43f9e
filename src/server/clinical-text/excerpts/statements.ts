import type { Statement } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { checkedStatement } from '../evidence/evidence.ts'
import { render, type Rendered, type Style } from './render.ts'
import type { Unit } from './units.ts'

/** Units as statements that the evidence check finds supported: reports, quotes where a report is not, and nothing else. */
export function statementsOf(units: readonly Unit[], style: Style, transcript: Transcript): Statement[] {
  return render(units, style)
    .flatMap((one) => {
      const statement = stated(one, style.client, transcript)
      return statement.check === 'supported' ? [statement] : verbatim(one.units, style, transcript)
    })
    .filter(({ check }) => check === 'supported')
}

function stated({ text, units }: Rendered, client: string, transcript: Transcript): Statement {
  return checkedStatement(
    text,
    units.flatMap(({ evidence }) => evidence),
    transcript,
    client,
  )
}

/** The same units as plain quotes, for a report that the check does not find supported. */
function verbatim(units: readonly Unit[], style: Style, transcript: Transcript): Statement[] {
  return units
    .flatMap((unit) => render([unit], { ...style, onlyQuotes: true }))
    .map((one) => stated(one, style.client, transcript))
}
