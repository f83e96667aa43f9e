import { cosine, type Direction } from './directions.ts'
import type { Turn, VoiceWindow } from './port.ts'

/** Frames per second of the timeline on which voices are decided. */
export const framesPerSecond = 10

/** Consecutive speech: its first frame, the loudness of each frame (mean square), and windows over it, in order. */
export interface VoicedStretch {
  start: number
  end: number
  energies: number[]
  windows: VoiceWindow[]
}

/** How much nearer another voice must be, summed over frames, for a change in a pause or in running speech. */
const change = { pause: 0.25, speech: 1 }

/** A frame with less than this share of the stretch's mean energy is a pause. */
const quiet = 0.1

/** Seconds of crosstalk at a change without a pause near it, before and after. */
const crosstalk = { near: 0.35, before: 0.4, after: 0.4 }

/** The turns of one stretch: the most likely sequence of voices (Viterbi), with changes preferred in pauses. */
export function turnsOf(stretch: VoicedStretch, voices: readonly Direction[]): Turn[] {
  const { start, end, energies, windows } = stretch
  if (voices.length < 2) return [{ start, end, voice: 0 }]
  const nearness = windows.map(({ embedding }) => voices.map((voice) => cosine(embedding, voice)))
  const mean = energies.reduce((sum, energy) => sum + energy, 0) / Math.max(1, energies.length)
  const isPause = energies.map((energy) => energy < quiet * mean)
  const path = likelyVoices(
    energies.map((_, frame) => nearnessAt(start + (frame + 0.5) / framesPerSecond, windows, nearness, voices.length)),
    isPause.map((pause) => (pause ? change.pause : change.speech)),
  )
  const turns: Turn[] = []
  for (const [frame, voice] of path.entries()) {
    const at = start + frame / framesPerSecond
    const last = turns.at(-1)
    if (last?.voice === voice) continue
    if (last) last.end = at
    turns.push({ start: at, end, voice })
  }
  return turns.map((turn, i) => {
    const next = turns[i + 1]
    const widened = { ...turn }
    const isCrosstalk = (seconds: number) => {
      const frame = Math.round((seconds - start) * framesPerSecond)
      const near = Math.round(crosstalk.near * framesPerSecond)
      return !isPause.slice(Math.max(0, frame - near), frame + near).some(Boolean)
    }
    if (i > 0 && isCrosstalk(turn.start)) widened.start = Math.max(start, turn.start - crosstalk.before)
    if (next && isCrosstalk(turn.end)) widened.end = Math.min(end, turn.end + crosstalk.after)
    return widened
  })
}

/** How near each voice is at a time: the mean of the windows over it, the nearest centers first. */
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
