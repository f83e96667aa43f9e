const dayMs = 24 * 60 * 60 * 1000

/** A moment as a calendar date `yyyy-MM-dd` and a time `HH:mm` in an IANA zone (D22). */
export function localDateTime(moment: Date, timeZone: string): { date: string; time: string } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(moment)
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '00'
  return { date: `${of('year')}-${of('month')}-${of('day')}`, time: `${of('hour')}:${of('minute')}` }
}

/** The moments, in milliseconds, with this local date and time: two in a repeated hour, none in a skipped one. */
export function momentsOf(date: string, time: string, timeZone: string): number[] {
  const asIfUtc = (day: string, clock: string) => Date.parse(`${day}T${clock}Z`)
  const wanted = asIfUtc(date, time)
  // The offsets on the day before and after. They differ if the clock changes in between.
  const moments = [wanted - dayMs, wanted + dayMs].map((near) => {
    const local = localDateTime(new Date(near), timeZone)
    return wanted - (asIfUtc(local.date, local.time) - near)
  })
  return [...new Set(moments)].filter((moment) => {
    const local = localDateTime(new Date(moment), timeZone)
    return local.date === date && local.time === time
  })
}

/** Minutes from one `HH:mm` to another, also past midnight. */
export function minutesBetween(start: string, end: string): number {
  const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
  return (minutesOf(end) - minutesOf(start) + 1440) % 1440
}

/** `HH:mm` that many minutes later, also past midnight. */
export function addMinutes(time: string, minutes: number): string {
  const [hours = 0, past = 0] = time.split(':').map(Number)
  const total = (((hours * 60 + past + Math.round(minutes)) % 1440) + 1440) % 1440
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`
}
