import type { Statement } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { checkedStatement } from '../evidence/evidence.ts'
import { passagesOf } from './render.ts'
import type { Unit } from './units.ts'

/** Findings with which a passage may be shown: about risk the clinician confirms what was said. */
const shown: ReadonlySet<Statement['check']> = new Set(['supported', 'confirm'])

/** Units as statements: passages word for word, which pass the evidence check as any other statement does. */
export function statementsOf(units: readonly Unit[], client: string, transcript: Transcript): Statement[] {
  return passagesOf(units, client, transcript).flatMap(({ text, plain, evidence }) => {
    const statements = [text, plain].map((line) => checkedStatement(line, evidence, transcript, client))
    const statement = statements.find(({ check }) => shown.has(check))
    // The check trims quotes to their words; an excerpt keeps its marks too.
    return statement ? { ...statement, evidence } : []
  })
}
