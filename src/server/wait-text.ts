/** From this number of minutes, a waiting time is given in hours. */
const hoursFrom = 120

/** A waiting time in words, rounded up: '40 seconds', '1 minute', '12 minutes', '23 hours'. */
export function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const [count, unit] =
    seconds < 60
      ? [Math.max(1, Math.ceil(seconds)), 'second']
      : minutes < hoursFrom
        ? [minutes, 'minute']
        : [Math.ceil(minutes / 60), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
