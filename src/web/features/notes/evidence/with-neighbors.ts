import type { Utterance } from '#shared/contract/transcripts.ts'

/** Returns the utterances with these ids, and two before and after each. */
export function withNeighbors(utterances: readonly Utterance[], ids: readonly string[]): Utterance[] {
  const places = utterances.flatMap(({ id }, at) => (ids.includes(id) ? [at] : []))
  return utterances.filter((_, at) => places.some((place) => Math.abs(place - at) <= 2))
}
