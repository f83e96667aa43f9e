/** In milliseconds of recorded time. */
export type Limits = { longMs: number; fullMs: number }

/** Asks every 90 minutes whether a recording should continue; stops it after 4 hours. */
export const usualLimits: Limits = { longMs: 90 * 60_000, fullMs: 4 * 60 * 60_000 }

/** The time of the next question after this moment. */
export function nextQuestion(elapsedMs: number, { longMs }: Limits): number {
  return (Math.floor(elapsedMs / longMs) + 1) * longMs
}
