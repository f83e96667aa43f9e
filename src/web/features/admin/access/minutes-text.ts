/** Formats the remaining time, rounded up to minutes: `12 more minutes`. */
export function minutesText(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000))
  return minutes === 1 ? '1 more minute' : `${minutes} more minutes`
}
