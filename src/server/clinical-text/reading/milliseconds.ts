import type { Turn } from './turn.ts'

/** Maximum plausible seconds for each word, and for all words together. Greater numbers are milliseconds. */
const maxSeconds = { word: 60, all: 12 * 3600 }

/** True for whole numbers that are too long as seconds, as in tables of Whisper and in JSON of AssemblyAI. */
export function areMilliseconds(turns: readonly Turn[]): boolean {
  const times = turns.flatMap(({ start, end }) => [start, end]).filter((time) => time !== null)
  const span = Math.max(...times.slice(-20)) - (times[0] ?? 0)
  const words = turns.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0)
  return (
    times.length > 3 &&
    times.every(Number.isInteger) &&
    span > Math.min(maxSeconds.all, Math.max(600, words * maxSeconds.word))
  )
}

/** Converts the times of a turn from milliseconds. */
export const inSeconds = (turn: Turn): Turn => ({
  ...turn,
  start: turn.start === null ? null : turn.start / 1000,
  end: turn.end === null ? null : turn.end / 1000,
})
