/** Formats a length, e.g. `50 minutes`, or `40 seconds` for a length below one minute. */
export function shownLength(seconds: number): string {
  return seconds < 60 ? count(Math.max(1, Math.round(seconds)), 'second') : count(Math.round(seconds / 60), 'minute')
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`
