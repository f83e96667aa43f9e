/** Recorded time: `doneMs` before `since`, the start of the current run, or null while not recording. */
export type Clock = { doneMs: number; since: number | null }

/** A moment on both browser clocks, in milliseconds: one may stop while the computer sleeps. */
export type Moment = { wall: number; steady: number }

/** Slices arrive every half second. After this long without one, the computer slept or the recorder is stuck. */
const gapMs = 5000

export function elapsed(clock: Clock, now: Moment): number {
  return clock.doneMs + (clock.since === null ? 0 : Math.max(0, now.steady - clock.since))
}

export function run(clock: Clock, now: Moment): Clock {
  return clock.since === null ? { doneMs: clock.doneMs, since: now.steady } : clock
}

/** Stops counting at a moment, possibly in the past; later time does not count. */
export function halt(clock: Clock, at: Moment): Clock {
  return { doneMs: elapsed(clock, at), since: null }
}

export function isGap(lastSlice: Moment, now: Moment): boolean {
  return now.wall - lastSlice.wall > gapMs || now.steady - lastSlice.steady > gapMs
}
