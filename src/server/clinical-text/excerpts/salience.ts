import type { Unit } from './units.ts'

type Vector = ReadonlyMap<string, number>

/** Weighs the terms of units against each other; linear in the number of terms. */
export interface Salience {
  /** Similarity of a unit to the whole session, 0 to 1. The most similar unit has 1. */
  centrality(unit: Unit): number
  /** Cosine similarity of two units, 0 to 1. */
  similarity(one: Unit, other: Unit): number
}

/** Tf-idf over all units; centrality is the cosine with their sum. Terms in `emphasized` get four times the weight. */
export function salienceOf(units: readonly Unit[], emphasized: ReadonlySet<string>): Salience {
  const frequency = new Map<string, number>()
  for (const { terms } of units) for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const weight = (term: string) =>
    Math.log(1 + units.length / (frequency.get(term) ?? 1)) * (emphasized.has(term) ? 4 : 1)
  const vectors = new Map(units.map((unit) => [unit, unitVector(unit.terms, weight)]))
  const sum = new Map<string, number>()
  for (const vector of vectors.values()) for (const [term, x] of vector) sum.set(term, (sum.get(term) ?? 0) + x)
  const length = Math.sqrt([...sum.values()].reduce((total, x) => total + x * x, 0)) || 1
  const raw = new Map(units.map((unit) => [unit, dot(vectors.get(unit) ?? new Map(), sum) / length]))
  const highest = Math.max(...raw.values(), Number.EPSILON)
  return {
    centrality: (unit) => (raw.get(unit) ?? 0) / highest,
    similarity: (one, other) => dot(vectors.get(one) ?? new Map(), vectors.get(other) ?? new Map()),
  }
}

function unitVector(terms: ReadonlySet<string>, weight: (term: string) => number): Vector {
  const weights = [...terms].map((term) => [term, weight(term)] as const)
  const length = Math.sqrt(weights.reduce((total, [, x]) => total + x * x, 0)) || 1
  return new Map(weights.map(([term, x]) => [term, x / length]))
}

function dot(one: Vector, other: Vector): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one]
  let total = 0
  for (const [term, x] of small) total += x * (large.get(term) ?? 0)
  return total
}
