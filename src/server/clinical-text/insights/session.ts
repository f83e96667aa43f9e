import type { Statement } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { labelSpeakers } from '../speakers/speaker-roles.ts'
import { salienceOf, type Salience } from '../excerpts/salience.ts'
import { statementsOf } from '../excerpts/statements.ts'
import { unitsOf, type Unit } from '../excerpts/units.ts'

/** A session prepared for the analysis. */
export interface Session {
  transcript: Transcript
  units: readonly Unit[]
  salience: Salience
  /** The client's name in statements. */
  client: string
}

export function sessionOf(transcript: Transcript, clientFirstName: string): Session {
  const named = labelSpeakers(transcript)
  const units = unitsOf(named)
  const client = clientFirstName.trim() || 'Client'
  return { transcript: named, units, salience: salienceOf(units, new Set()), client }
}

/** Similarity above which two sentences count as repetitions. */
const maxSimilarity = 0.6
/** Minimum score relative to the best: a short list is better than a padded one. */
const minRelativeScore = 0.3

/**
 * The units with the highest scores, in the order they were said. Skips units similar to a chosen one or to those in
 * `besides`.
 */
export function bestUnits(
  { units, salience }: Session,
  score: (unit: Unit) => number,
  count: number,
  besides: readonly Unit[] = [],
): Unit[] {
  const scored = units.map((unit) => ({ unit, score: besides.includes(unit) ? 0 : score(unit) }))
  const highest = Math.max(0, ...scored.map((one) => one.score))
  const picked: Unit[] = []
  for (const { unit } of scored
    .filter((one) => one.score > highest * minRelativeScore)
    .toSorted((one, other) => other.score - one.score)) {
    if (picked.length === count) break
    if ([...besides, ...picked].every((other) => salience.similarity(unit, other) < maxSimilarity)) picked.push(unit)
  }
  return picked.toSorted((one, other) => one.order - other.order)
}

/** One statement per unit, in the words that were said. */
export function statementPerUnit({ client, transcript }: Session, units: readonly Unit[]): Statement[] {
  return units.flatMap((unit) => statementsOf([unit], client, transcript))
}

/** Maximum number of words of a readable sentence. */
const maxWords = 42

/** How readable a sentence is on its own: complete, fluent, neither too short nor too long; 0 to 1. */
export function readability({ words, fluency, isBroken }: Unit): number {
  const length = words < 5 ? 0.3 : words < 8 ? 0.7 : words > maxWords ? 0 : words > 32 ? 0.6 : 1
  return length * fluency ** 3 * (isBroken ? 0.2 : 1)
}
