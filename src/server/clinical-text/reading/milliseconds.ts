import type { Turn } from './turn.ts'

/** Maximum plausible seconds for each word, and for all words together. Greater numbers are milliseconds. */
const maxSeconds = { word: 60, all: 12 * 3600 }

/**
 * True for whole numbers that are too long as seconds, as in tables of Whisper and in JSON of AssemblyAI. Turns with
 * long pauses between them, e.g. excerpts, have times in seconds if the turns themselves are short enough.
 */
export function areMilliseconds(turns: readonly Turn[]): boolean {
  const times = turns.flatMap(({ start, end }) => [start, end]).filter((time) => time !== null)
  const span = Math.max(...times.slice(-20)) - (times[0] ?? 0)
  const words = turns.reduce((sum, { text }) => sum + wordCount(text), 0)
  return (
    times.length > 3 &&
    times.every(Number.isInteger) &&
    span > Math.min(maxSeconds.all, Math.max(600, words * maxSeconds.word)) &&
    (usualLength(turns) ?? Infinity) > maxSeconds.word
  )
}

/** The median of the time for each word of a turn. Undefined if the turns have no end. */
function usualLength(turns: readonly Turn[]): number | undefined {
  const lengths = turns
    .map(({ start, end, text }) => ((end ?? 0) - (start ?? 0)) / wordCount(text))
    .filter((length) => length > 0)
    .toSorted((one, other) => one - other)
  return lengths[Math.floor(lengths.length / 2)]
}

const wordCount = (text: string) => text.split(/\s+/).length

/** Converts the times of a turn from milliseconds. */
export const inSeconds = (turn: Turn): Turn => ({
  ...turn,
  start: turn.start === null ? null : turn.start / 1000,
  end: turn.end === null ? null : turn.end / 1000,
})
