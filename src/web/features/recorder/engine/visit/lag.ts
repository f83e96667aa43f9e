/** Milliseconds between two comparisons. If more time has passed, the computer has slept. */
const windowMs = 10_000
const maxWindowMs = 12_000
/** Milliseconds of audio that may be missing in a window. */
const allowedMs = 500

/** Returns whether the browser processes audio too slowly, and so drops some. Called about ten times a second. */
export type LagMeter = (steadyMs: number, audioMs: number) => boolean

/** Creates a meter that compares the time of the browser's clock with the duration of the processed audio. */
export function measureLag(): LagMeter {
  let from: { steadyMs: number; audioMs: number } | null = null
  let isBehind = false
  return (steadyMs, audioMs) => {
    if (from === null) from = { steadyMs, audioMs }
    const passedMs = steadyMs - from.steadyMs
    if (passedMs < windowMs) return isBehind
    if (passedMs <= maxWindowMs) isBehind = passedMs - (audioMs - from.audioMs) > allowedMs
    from = { steadyMs, audioMs }
    return isBehind
  }
}
