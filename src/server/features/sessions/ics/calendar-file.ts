import { addDays, weekdayOf } from '#shared/rules/calendar.ts'
import { addMinutes } from '#shared/rules/local-time.ts'
import { type Frequency, placeInMonth } from '#shared/rules/recurrence.ts'
import { contentLines, textValue } from './content-lines.ts'
import { timeZoneLines } from './time-zone.ts'

/** A session as other calendars show it. */
export interface CalendarEvent {
  /** The same in every file: whoever takes a file in again finds the event changed, not doubled. */
  id: string
  title: string
  location: string
  /** yyyy-MM-dd and HH:mm in the calendar's zone. */
  date: string
  startTime: string
  durationMinutes: number
  createdAt: Date
  updatedAt: Date
}

/** Sessions that repeat: one event, and under the same id each session that differs from it. */
export interface RecurringEvent extends CalendarEvent {
  frequency: Frequency
  /** Dates of the rule, from the event's own date on. */
  dates: readonly string[]
  /** Dates without a session. */
  excluded: readonly string[]
  /** Sessions with another time, length or place; `seriesDate` is the date of the rule that each stands for. */
  changed: readonly (CalendarEvent & { seriesDate: string })[]
}

/**
 * A calendar file (RFC 5545). Times stay local and carry the zone, whose definition comes with them, so that a session at
 * nine is at nine on both sides of a clock change.
 */
export function calendarFile(
  events: readonly CalendarEvent[],
  timeZone: string,
  now: Date,
  recurring: readonly RecurringEvent[] = [],
): string {
  const dates = [...events, ...recurring.flatMap(({ changed }) => changed)].map(({ date }) => date)
  const years = [...dates, ...recurring.flatMap((event) => event.dates)].map((date) => Number(date.slice(0, 4)))
  const thisYear = now.getUTCFullYear()
  return contentLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Attend//Attend//EN',
    'CALSCALE:GREGORIAN',
    ...timeZoneLines(timeZone, Math.min(thisYear, ...years), Math.max(thisYear, ...years)),
    ...events.flatMap((event) => eventLines(event, timeZone, now)),
    ...recurring.flatMap((event) => recurringLines(event, timeZone, now)),
    'END:VCALENDAR',
  ])
}

function recurringLines(event: RecurringEvent, timeZone: string, now: Date): string[] {
  const original = (date: string) => local(date, event.startTime)
  const { id, createdAt, updatedAt, excluded } = event
  return [
    ...eventLines(event, timeZone, now, [
      `RRULE:${rule(event)}`,
      ...(excluded.length === 0 ? [] : [`EXDATE;TZID=${timeZone}:${excluded.map(original).join(',')}`]),
    ]),
    ...event.changed.flatMap((session) =>
      eventLines({ ...session, id, createdAt, updatedAt }, timeZone, now, [
        `RECURRENCE-ID;TZID=${timeZone}:${original(session.seriesDate)}`,
      ]),
    ),
  ]
}

const weekdayCodes = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** By count, not by an end date: RFC 5545 wants that in UTC, where clock changes would move it. */
function rule({ frequency, dates, date }: RecurringEvent): string {
  const day = weekdayCodes[weekdayOf(date)]
  const parts = {
    weekly: `FREQ=WEEKLY;BYDAY=${day}`,
    'every-2-weeks': `FREQ=WEEKLY;INTERVAL=2;BYDAY=${day}`,
    monthly: `FREQ=MONTHLY;BYDAY=${placeInMonth(date)}${day}`,
  }
  return `${parts[frequency]};COUNT=${dates.length}`
}

function eventLines(event: CalendarEvent, timeZone: string, now: Date, recurrence: readonly string[] = []): string[] {
  const { date, startTime, durationMinutes, createdAt, updatedAt } = event
  const endTime = addMinutes(startTime, durationMinutes)
  const isPastMidnight = endTime <= startTime
  return [
    'BEGIN:VEVENT',
    `UID:${event.id}`,
    `DTSTAMP:${utc(now)}`,
    `CREATED:${utc(createdAt)}`,
    `LAST-MODIFIED:${utc(updatedAt)}`,
    `SEQUENCE:${secondsBetween(createdAt, updatedAt)}`,
    `DTSTART;TZID=${timeZone}:${local(date, startTime)}`,
    `DTEND;TZID=${timeZone}:${local(isPastMidnight ? addDays(date, 1) : date, endTime)}`,
    ...recurrence,
    `SUMMARY:${textValue(event.title)}`,
    `LOCATION:${textValue(event.location)}`,
    'CLASS:PRIVATE',
    'STATUS:CONFIRMED',
    'TRANSP:OPAQUE',
    'END:VEVENT',
  ]
}

/** Grows with every change of a session, as calendars ask of newer versions of an event. */
function secondsBetween(createdAt: Date, updatedAt: Date): number {
  return Math.max(0, Math.floor((updatedAt.getTime() - createdAt.getTime()) / 1000))
}

function utc(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

function local(date: string, time: string): string {
  return `${date.replaceAll('-', '')}T${time.replace(':', '')}00`
}
