/** Formats seconds in the largest unit, e.g. `4 minutes`. */
export function shownSeconds(seconds: number): string {
  const [count, unit] =
    seconds < 60
      ? [Math.round(seconds), 'second']
      : seconds < 3600
        ? [Math.floor(seconds / 60), 'minute']
        : seconds < 86_400
          ? [Math.floor(seconds / 3600), 'hour']
          : [Math.floor(seconds / 86_400), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Formats bytes in megabytes, gigabytes or terabytes. */
export function shownSize(bytes: number): string {
  const megabytes = bytes / 1024 ** 2
  if (megabytes < 1024) return `${Math.max(1, Math.round(megabytes))} MB`
  const gigabytes = megabytes / 1024
  return gigabytes < 1024 ? `${gigabytes.toFixed(1)} GB` : `${(gigabytes / 1024).toFixed(1)} TB`
}

/** Formats a count with its noun: `1 mail` or `2 mails`. */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const places = ['Next in line', 'Second', 'Third']

/** Formats a place in a queue, counted from 1. */
export function shownPlace(place: number): string {
  return places[place - 1] ?? `Number ${place}`
}
