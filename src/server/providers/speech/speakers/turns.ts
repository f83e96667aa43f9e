import { cosine, type Direction } from './directions.ts'
import type { Span, Turn, VoiceWindow } from './port.ts'

/** Frames per second of the timeline on which voices are decided. */
export const framesPerSecond = 10

/** Consecutive speech: its times in seconds, the loudness of each frame (mean square), and windows over it, in order. */
export interface VoicedStretch {
  start: number
  end: number
  energies: number[]
  windows: VoiceWindow[]
}

/** How much nearer another voice must be, summed over frames, for a change in a pause or in running speech. */
const change = { pause: 0.25, speech: 1 }

/** A frame with less than this share of the stretch's mean energy is a pause. */
const pauseShare = 0.1

/** A voice that speaks within this many seconds of an overlap is one of its two voices. */
const nearOverlap = 0.5

/**
 * The turns of one stretch: the most likely sequence of voices (Viterbi), with changes preferred in pauses. During an
 * overlap, two voices have a turn.
 * @param overlaps when two voices speak at the same time, in order
 */
export function turnsOf(stretch: VoicedStretch, voices: readonly Direction[], overlaps: readonly Span[]): Turn[] {
  const { start, end, energies, windows } = stretch
  if (voices.length < 2) return [{ start, end, voice: 0 }]
  const nearness = windows.map(({ embedding }) => voices.map((voice) => cosine(embedding, voice)))
  const mean = energies.reduce((sum, energy) => sum + energy, 0) / Math.max(1, energies.length)
  const timeOf = (frame: number) => start + (frame + 0.5) / framesPerSecond
  const nearnessOf = energies.map((_, frame) => nearnessAt(timeOf(frame), windows, nearness, voices.length))
  const path = likelyVoices(
    nearnessOf,
    energies.map((energy) => (energy < pauseShare * mean ? change.pause : change.speech)),
  )
  const turns = new Map<number, Span[]>()
  const add = (voice: number, span: Span) => turns.set(voice, [...(turns.get(voice) ?? []), span])
  for (const [frame, voice] of path.entries()) {
    const at = start + frame / framesPerSecond
    add(voice, { start: at, end: Math.min(end, at + 1 / framesPerSecond) })
  }
  for (const overlap of overlaps) {
    const within = { start: Math.max(start, overlap.start), end: Math.min(end, overlap.end) }
    if (within.end <= within.start) continue
    const frames = [...path.keys()].filter((frame) => {
      const at = timeOf(frame)
      return at > within.start - nearOverlap && at < within.end + nearOverlap
    })
    for (const voice of twoVoices(frames, path, nearnessOf)) add(voice, within)
  }
  return [...turns].flatMap(([voice, spans]) => united(spans).map((span) => ({ ...span, voice })))
}

/** The two voices that speak during most of the frames; those that do not speak are ranked by nearness. */
function twoVoices(frames: readonly number[], path: readonly number[], nearness: readonly number[][]): number[] {
  const scores = (nearness[0] ?? []).map((_, voice) => {
    const spoken = frames.filter((frame) => path[frame] === voice).length
    const near = frames.reduce((sum, frame) => sum + (nearness[frame]?.[voice] ?? 0), 0)
    return { voice, spoken, near }
  })
  return scores
    .toSorted((one, other) => other.spoken - one.spoken || other.near - one.near)
    .slice(0, 2)
    .map(({ voice }) => voice)
}

/** Spans that touch or overlap become one. */
function united(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = result.at(-1)
    if (last && span.start <= last.end + 1e-6) last.end = Math.max(last.end, span.end)
    else result.push({ ...span })
  }
  return result
}

/** How near each voice is at a time: the mean of the windows over it, weighted by how near their centers are. */
function nearnessAt(
  seconds: number,
  windows: readonly VoiceWindow[],
  nearness: readonly number[][],
  voices: number,
): number[] {
  const sums = Array.from({ length: voices }, () => 0)
  let total = 0
  for (const [i, { start, end }] of windows.entries()) {
    const half = (end - start) / 2
    const weight = 1 - Math.abs(seconds - (start + half)) / half
    if (weight <= 0) continue
    total += weight ** 2
    for (let voice = 0; voice < voices; voice++)
      sums[voice] = (sums[voice] ?? 0) + weight ** 2 * (nearness[i]?.[voice] ?? 0)
  }
  return total > 0 ? sums.map((sum) => sum / total) : sums
}

/** The sequence of voices with the largest sum of nearness, less the cost of each change. */
function likelyVoices(nearness: readonly number[][], costs: readonly number[]): number[] {
  let scores: number[] = []
  const origins: number[][] = []
  for (const [frame, values] of nearness.entries()) {
    const cost = costs[frame] ?? 0
    const best = scores.indexOf(Math.max(...scores))
    const origin = values.map((_, voice) =>
      frame === 0 || (scores[voice] ?? 0) >= (scores[best] ?? 0) - cost ? voice : best,
    )
    scores = values.map((value, voice) => {
      const from = origin[voice] ?? voice
      return value + (frame === 0 ? 0 : (scores[from] ?? 0) - (from === voice ? 0 : cost))
    })
    origins.push(origin)
  }
  let voice = scores.indexOf(Math.max(...scores))
  const path: number[] = []
  for (const origin of origins.toReversed()) {
    path.push(voice)
    voice = origin[voice] ?? voice
  }
  return path.toReversed()
}
