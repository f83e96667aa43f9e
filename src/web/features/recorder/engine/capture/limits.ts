/** In milliseconds of recorded time. */
export type Limits = { longMs: number; fullMs: number }

/** A forgotten recording is asked about after 90 minutes, and again each further 90; it stops itself after 4 hours. */
export const usualLimits: Limits = { longMs: 90 * 60_000, fullMs: 4 * 60 * 60_000 }

/** When the question is due that comes after this moment. */
export function nextQuestion(elapsedMs: number, { longMs }: Limits): number {
  return (Math.floor(elapsedMs / longMs) + 1) * longMs
}
