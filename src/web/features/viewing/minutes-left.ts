/** Formats the remaining time, rounded up to minutes: `58 minutes left`. */
export function minutesLeft(endsAt: number, now: number): string {
  const minutes = Math.min(60, Math.max(0, Math.ceil((endsAt - now) / 60_000)))
  return minutes === 1 ? '1 minute left' : `${minutes} minutes left`
}
