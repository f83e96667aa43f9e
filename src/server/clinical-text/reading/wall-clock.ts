import type { Turn } from './turn.ts'

const hour = 3600

/** Latest first time in seconds. If the first time is later, the times are times of day. */
const maxStart = hour

/** Drop of times in seconds, above which they have passed noon or midnight. */
const wrapDrop = 6 * hour

/** Maximum number of words per second. No one speaks faster for a whole session. */
const maxWordsPerSecond = 6

/**
 * Converts times of day (`14:03:22`) to seconds from the first one, also across midnight. Reads `14:03` as hours and
 * minutes if minutes and seconds leave too little time for the words. Does not change other times.
 * @param wordCount words of all turns
 */
export function fromFirstTime(turns: readonly Turn[], wordCount: number): Turn[] {
  const known = withoutStrayTimes(turns)
  const scaled = isHoursAndMinutes(known, wordCount) ? known.map((turn) => shifted(turn, (time) => time * 60)) : known
  const unrolled = acrossMidnight(scaled)
  const first = unrolled.find(({ start }) => start !== null)?.start ?? 0
  if (first < maxStart) return [...scaled]
  return unrolled.map((turn) => shifted(turn, (time) => Math.max(0, time - first)))
}

/**
 * Removes times that are more than an hour later than both neighbors, if the neighbors are in order. Such a time is a
 * mistake or was spoken.
 */
function withoutStrayTimes(turns: readonly Turn[]): Turn[] {
  const timed = turns.filter(({ start }) => start !== null)
  const outliers = new Set(
    timed.filter(({ start }, at) => {
      const [before, after] = [timed[at - 1]?.start, timed[at + 1]?.start]
      if (start === null || typeof before !== 'number' || typeof after !== 'number') return false
      return before <= after && start - after > hour
    }),
  )
  return turns.map((turn) => (outliers.has(turn) ? { ...turn, start: null, end: null } : turn))
}

function shifted(turn: Turn, change: (time: number) => number): Turn {
  const { start, end } = turn
  return { ...turn, start: start === null ? null : change(start), end: end === null ? null : change(end) }
}

function isHoursAndMinutes(turns: readonly Turn[], wordCount: number): boolean {
  const starts = turns.flatMap(({ start }) => (start === null ? [] : [start]))
  const [first = 0] = starts
  const span = (starts.at(-1) ?? first) - first
  const couldBe = starts.length > 2 && starts.every((start) => Number.isInteger(start) && start < 24 * 60)
  return couldBe && wordCount > Math.max(60, span * maxWordsPerSecond)
}

/** Adds 12 or 24 hours each time the clock wraps around. */
function acrossMidnight(turns: readonly Turn[]): Turn[] {
  const isTwelveHours = turns.every(({ start }) => start === null || start < 13 * hour)
  const round = (isTwelveHours ? 12 : 24) * hour
  let before: number | null = null
  let added = 0
  return turns.map((turn) => {
    if (turn.start !== null) {
      if (before !== null && before - turn.start > wrapDrop) added += round
      before = turn.start
    }
    const moved = shifted(turn, (time) => time + added)
    const wraps = moved.start !== null && moved.end !== null && moved.start - moved.end > wrapDrop
    return wraps && moved.end !== null ? { ...moved, end: moved.end + round } : moved
  })
}
