import type { Turn } from './turn.ts'

const hour = 3600

/** A file whose first time is later than this, in seconds, does not count from the start of its session. */
const latestStart = hour

/** Times that fall by more than this go on behind noon or midnight. */
const fall = 6 * hour

/** Nobody says more words a second than this for a whole session. */
const fastest = 6

/**
 * Times of the clock (`14:03:22`) become seconds from the first one, also across midnight. Times without seconds (`14:03`)
 * are read as hours and minutes where minutes and seconds would leave no room for what is said. Other times stay.
 * @param wordCount words of all turns
 */
export function fromFirstTime(turns: readonly Turn[], wordCount: number): Turn[] {
  const scaled = isHoursAndMinutes(turns, wordCount) ? turns.map((turn) => shifted(turn, (time) => time * 60)) : turns
  const unrolled = acrossMidnight(scaled)
  const first = unrolled.find(({ start }) => start !== null)?.start ?? 0
  if (first < latestStart) return [...scaled]
  return unrolled.map((turn) => shifted(turn, (time) => Math.max(0, time - first)))
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
  return couldBe && wordCount > Math.max(60, span * fastest)
}

/** Adds half a day or a day wherever the times begin again. */
function acrossMidnight(turns: readonly Turn[]): Turn[] {
  const isTwelveHours = turns.every(({ start }) => start === null || start < 13 * hour)
  const round = (isTwelveHours ? 12 : 24) * hour
  let before: number | null = null
  let added = 0
  return turns.map((turn) => {
    if (turn.start !== null) {
      if (before !== null && before - turn.start > fall) added += round
      before = turn.start
    }
    const moved = shifted(turn, (time) => time + added)
    const wraps = moved.start !== null && moved.end !== null && moved.start - moved.end > fall
    return wraps && moved.end !== null ? { ...moved, end: moved.end + round } : moved
  })
}
