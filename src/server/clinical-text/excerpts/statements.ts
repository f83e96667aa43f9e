import type { Statement } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { checkedStatement } from '../evidence/evidence.ts'
import { passagesOf } from './render.ts'
import type { Unit } from './units.ts'

/** Converts units to statements with literal quotes. They go through the same evidence check as other statements. */
export function statementsOf(units: readonly Unit[], client: string, transcript: Transcript): Statement[] {
  return passagesOf(units, client, transcript).flatMap(({ text, plain, evidence }) => {
    const statements = [text, plain].map((line) => checkedStatement(line, evidence, transcript, client))
    const statement = statements.find(({ check }) => check === 'supported')
    // The check trims quotes to words; an excerpt keeps its punctuation.
    return statement ? { ...statement, evidence } : []
  })
}
