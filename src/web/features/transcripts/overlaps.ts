import type { Utterance } from '#shared/contract/transcripts.ts'

/** Minimum overlap in seconds. Shorter overlaps are usual when the speaker changes. */
const minOverlapSeconds = 1

/**
 * Returns, by turn id, the seconds in which a turn overlaps a neighboring turn of another speaker; 0 if another voice
 * was found but the length is not known. Empty if the transcript has no times.
 */
export function overlapsOf(utterances: readonly Utterance[], hasTimes: boolean): ReadonlyMap<string, number> {
  const overlaps = new Map<string, number>()
  if (!hasTimes) return overlaps
  const add = (id: string, seconds: number) => overlaps.set(id, Math.max(seconds, overlaps.get(id) ?? 0))
  for (const [at, turn] of utterances.entries()) {
    const next = utterances[at + 1]
    if (!next || next.label === turn.label) continue
    const seconds = Math.round(Math.min(turn.end, next.end) - next.start)
    if (seconds < minOverlapSeconds) continue
    add(turn.id, seconds)
    add(next.id, seconds)
  }
  for (const { id, isCrosstalk } of utterances) if (isCrosstalk && !overlaps.has(id)) overlaps.set(id, 0)
  return overlaps
}
