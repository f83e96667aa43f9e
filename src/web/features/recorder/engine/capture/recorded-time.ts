/** Recorded time: `doneMs` before `since`, the moment from which it counts, or null while nothing is recorded. */
export type Clock = { doneMs: number; since: number | null }

/** A moment by both of a browser's clocks, in milliseconds: one may stand still while the computer sleeps. */
export type Moment = { wall: number; steady: number }

/** Slices come every half second; without one for this long the computer slept, or the recorder is stuck. */
const gapMs = 5000

export function elapsed(clock: Clock, now: Moment): number {
  return clock.doneMs + (clock.since === null ? 0 : Math.max(0, now.steady - clock.since))
}

export function run(clock: Clock, now: Moment): Clock {
  return clock.since === null ? { doneMs: clock.doneMs, since: now.steady } : clock
}

/** Stops counting, at a moment that may be over: what came after it does not count. */
export function halt(clock: Clock, at: Moment): Clock {
  return { doneMs: elapsed(clock, at), since: null }
}

export function isGap(lastSlice: Moment, now: Moment): boolean {
  return now.wall - lastSlice.wall > gapMs || now.steady - lastSlice.steady > gapMs
}
