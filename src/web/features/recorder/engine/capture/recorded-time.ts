/** Recorded time: `doneMs` until `since`, the start of the current run, which is null while not recording. */
export type Clock = { doneMs: number; since: number | null }

/** A moment on both clocks of the browser, in milliseconds. One of them may stop while the computer sleeps. */
export type Moment = { wall: number; steady: number }

/** Slices arrive every half second. After this time without one, the computer has slept or the recorder hangs. */
const gapMs = 5000

export function elapsed(clock: Clock, now: Moment): number {
  return clock.doneMs + (clock.since === null ? 0 : Math.max(0, now.steady - clock.since))
}

export function resumeClock(clock: Clock, now: Moment): Clock {
  return clock.since === null ? { doneMs: clock.doneMs, since: now.steady } : clock
}

/** Stops the count at a moment, which may be in the past. */
export function pauseClock(clock: Clock, at: Moment): Clock {
  return { doneMs: elapsed(clock, at), since: null }
}

export function isGap(lastSlice: Moment, now: Moment): boolean {
  return now.wall - lastSlice.wall > gapMs || now.steady - lastSlice.steady > gapMs
}
