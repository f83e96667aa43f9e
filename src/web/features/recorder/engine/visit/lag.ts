/** Milliseconds between two comparisons; after a longer one, the computer slept. */
const windowMs = 10_000
const longestWindowMs = 12_000
/** Milliseconds of a window that may be missing. */
const allowedMs = 500

/** Whether the browser falls behind with audio: it then drops it. Called about ten times a second. */
export type LagMeter = (steadyMs: number, audioMs: number) => boolean

/** Compares the time of the browser's clock with the time of the processed audio. */
export function measureLag(): LagMeter {
  let from: { steadyMs: number; audioMs: number } | null = null
  let isBehind = false
  return (steadyMs, audioMs) => {
    if (from === null) from = { steadyMs, audioMs }
    const passedMs = steadyMs - from.steadyMs
    if (passedMs < windowMs) return isBehind
    if (passedMs <= longestWindowMs) isBehind = passedMs - (audioMs - from.audioMs) > allowedMs
    from = { steadyMs, audioMs }
    return isBehind
  }
}
