/** A time of day on a 12-hour clock. */
export interface ClockTime {
  /** 1 to 12. */
  hour: number
  minute: number
  half: 'AM' | 'PM'
}

/** `HH:mm` on a 12-hour clock: 12 AM is midnight. */
export function toClock(time: string): ClockTime {
  const [hours = 0, minute = 0] = time.split(':').map(Number)
  return { hour: hours % 12 === 0 ? 12 : hours % 12, minute, half: hours < 12 ? 'AM' : 'PM' }
}

/** `HH:mm` of a time on a 12-hour clock. */
export function fromClock({ hour, minute, half }: ClockTime): string {
  const hours = (hour % 12) + (half === 'PM' ? 12 : 0)
  return `${String(hours).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
