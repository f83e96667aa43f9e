import type { ReviewFigures } from '#shared/contract/review.ts'

/** Formats a duration: `45 seconds`, `5 minutes`, `5 hours`, `2 days`. */
export function durationText(seconds: number): string {
  const minutes = seconds / 60
  if (seconds < 90) return countText(seconds, 'second')
  if (minutes < 90) return countText(minutes, 'minute')
  return minutes < 48 * 60 ? countText(minutes / 60, 'hour') : countText(minutes / 1440, 'day')
}

/** Returns the measured figures of the work on notes, with their names. */
export function namedFigures(figures: ReviewFigures): { name: string; value: string }[] {
  const { minutesToSign, activeSeconds, items, changedPercent, snippets } = figures
  return [
    { name: 'Time to sign', value: minutesToSign === null ? null : durationText(minutesToSign * 60) },
    { name: 'Active time', value: activeSeconds === null ? null : durationText(activeSeconds) },
    { name: 'Items decided', value: items === null ? null : String(items) },
    { name: 'Words changed', value: changedPercent === null ? null : `${changedPercent}%` },
    { name: 'Snippets inserted', value: snippets === null ? null : String(snippets) },
  ].flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))
}

function countText(count: number, unit: string): string {
  const rounded = Math.round(count)
  return `${rounded} ${unit}${rounded === 1 ? '' : 's'}`
}
