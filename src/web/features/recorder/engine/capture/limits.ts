/** Limits of the recorded time, in milliseconds. */
export type Limits = { longMs: number; fullMs: number }

/** The usual limits: ask every 90 minutes whether to continue, and stop after 4 hours. */
export const usualLimits: Limits = { longMs: 90 * 60_000, fullMs: 4 * 60 * 60_000 }

/** Returns the recorded time at which the next question is due. */
export function nextQuestion(elapsedMs: number, { longMs }: Limits): number {
  return (Math.floor(elapsedMs / longMs) + 1) * longMs
}
