import { addMinutes, localDateTime } from '#shared/rules/local-time.ts'
import type { DemoClient } from './members-and-clients.ts'

/** Number of past weeks with sessions in the demo practice. */
const weeksShown = 13

const hours = [8, 9, 10, 11, 13, 14, 15, 16] as const
const sessionMinutes = 50
const dayMs = 24 * 60 * 60 * 1000

export interface Slot {
  /** yyyy-MM-dd and HH:mm, in the practice's time zone. */
  date: string
  startTime: string
  endTime: string
  isOver: boolean
}

/**
 * Returns a client's sessions up to one week ahead, oldest first, always on the same weekday and at the same hour.
 * `clientIndex` is the client's index among the therapist's clients. It sets weekday and hour, so that no two sessions
 * of a therapist overlap.
 */
export function slotsOf(client: DemoClient, clientIndex: number, now: Date, timeZone: string): Slot[] {
  const local = localDateTime(now, timeZone)
  const weekday = clientIndex % 5
  const round = Math.floor(clientIndex / 5)
  const startTime = `${String(hours[(round * 3 + weekday) % hours.length] ?? 8).padStart(2, '0')}:00`
  const [started, ended] = client.weeks
  const slots: Slot[] = []
  for (let weeksAgo = Math.min(started, weeksShown); weeksAgo >= -1; weeksAgo--) {
    const date = addDays(local.date, weekday - weekdayOf(local.date) - 7 * weeksAgo)
    const isInTherapy = ended === undefined ? date <= addDays(local.date, 7) : weeksAgo >= ended
    if (!isInTherapy || (started - weeksAgo) % client.everyWeeks !== 0) continue
    const isOver = date < local.date || (date === local.date && addMinutes(startTime, 60) <= local.time)
    slots.push({ date, startTime, endTime: addMinutes(startTime, sessionMinutes), isOver })
  }
  return slots
}

/**
 * Returns the time of the spoken recording: a short call that has ended, in the latest break between two sessions, so
 * that the call is the newest session.
 */
export function recordedSlot(seconds: number, now: Date, timeZone: string): Slot {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const at = localDateTime(now, timeZone)
  const today = weekdayOf(at.date)
  const lastBreak = hours
    .map((hour) => `${String(hour).padStart(2, '0')}:52`)
    .findLast((time) => addMinutes(time, minutes + 3) <= at.time)
  const isToday = today < 5 && lastBreak !== undefined
  const daysBack = today === 0 ? 3 : Math.max(1, today - 4)
  const date = isToday ? at.date : addDays(at.date, -daysBack)
  const startTime = isToday ? lastBreak : '16:52'
  return { date, startTime, endTime: addMinutes(startTime, minutes), isOver: true }
}

/** Converts a local date and time to an instant. */
export function momentOf(date: string, time: string, timeZone: string): Date {
  const asIfUtc = Date.parse(`${date}T${time}:00Z`)
  const shown = localDateTime(new Date(asIfUtc), timeZone)
  return new Date(2 * asIfUtc - Date.parse(`${shown.date}T${shown.time}:00Z`))
}

/** Returns the number of the weekday. Monday is 0. */
function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}
