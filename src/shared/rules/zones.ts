/** Offset of a zone's clocks from UTC in minutes, at an instant in milliseconds. */
export type OffsetAt = (moment: number) => number

/** Reads the clocks of an IANA zone. */
export function offsetsOf(timeZone: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  })
  return (moment) => {
    const wholeSeconds = Math.floor(moment / 1000) * 1000
    const at: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(wholeSeconds)) at[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = at
    return Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - wholeSeconds) / 60_000)
  }
}

/**
 * The instant of a local day and time, in milliseconds. A skipped time uses the offset before the change. A repeated
 * time is the first of the two (RFC 5545, section 3.3.5).
 */
export function momentOf(date: string, time: string, offsetAt: OffsetAt): number {
  const local = Date.parse(`${date}T${time}:00Z`)
  const around = [local - 24 * 60 * 60_000, local + 24 * 60 * 60_000].map((moment) => local - offsetAt(moment) * 60_000)
  const [early = local] = around
  const fitting = around.filter((moment) => moment + offsetAt(moment) * 60_000 === local)
  return fitting.length === 0 ? early : Math.min(...fitting)
}

/** A change of a zone's clocks. */
export interface ClockChange {
  /** Instant in milliseconds. */
  moment: number
  offsetBefore: number
  offsetAfter: number
}

const weekMs = 7 * 24 * 60 * 60_000

/** The clock changes of a zone after one instant and up to another, in order. No zone changes twice within a week. */
export function clockChanges(offsetAt: OffsetAt, from: number, to: number): ClockChange[] {
  const changes: ClockChange[] = []
  for (let at = from; at < to; at += weekMs) {
    const next = Math.min(at + weekMs, to)
    const [offsetBefore, offsetAfter] = [offsetAt(at), offsetAt(next)]
    if (offsetBefore === offsetAfter) continue
    changes.push({
      moment: firstMinute(at, next, (moment) => offsetAt(moment) !== offsetBefore),
      offsetBefore,
      offsetAfter,
    })
  }
  return changes
}

/** The first whole minute at which a condition holds that is false at `before` and true at `after`. */
function firstMinute(before: number, after: number, holds: (moment: number) => boolean): number {
  let [falseAt, trueAt] = [Math.floor(before / 60_000), Math.ceil(after / 60_000)]
  while (trueAt - falseAt > 1) {
    const middle = Math.floor((falseAt + trueAt) / 2)
    if (holds(middle * 60_000)) trueAt = middle
    else falseAt = middle
  }
  return trueAt * 60_000
}
