import { weekdayOf } from '#shared/rules/calendar.ts'
import { type Frequency, weekdayPosition } from '#shared/rules/recurrence.ts'
import { contentLines, textValue } from './content-lines.ts'
import { timeZoneLines } from './time-zone.ts'

/** A session as an event for other calendars. */
export interface CalendarEvent {
  /** The id is the same in every file, so that a second import updates the event. */
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

/** A series of sessions as one event. A session that differs from the rule is an exception with the same id. */
export interface RecurringEvent extends CalendarEvent {
  frequency: Frequency
  /** All dates of the rule, beginning with the date of the event. */
  dates: readonly string[]
  /** Dates of the rule without a session. */
  excluded: readonly string[]
  /** Sessions that differ from the rule. `seriesDate` is the date of the rule that the session replaces. */
  changed: readonly (CalendarEvent & { seriesDate: string })[]
}

export interface CalendarContent {
  events: readonly CalendarEvent[]
  recurring: readonly RecurringEvent[]
  timeZone: string
  now: Date
}

/**
 * Writes a calendar file (RFC 5545). Times are local with a zone definition, so that a session at nine stays at nine
 * across clock changes.
 */
export function calendarFile({ events, recurring, timeZone, now }: CalendarContent): string {
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
  const ruleStart = (date: string) => local(date, event.startTime)
  const { id, createdAt, updatedAt, excluded } = event
  return [
    ...eventLines(event, timeZone, now, [
      `RRULE:${rule(event)}`,
      ...(excluded.length === 0 ? [] : [`EXDATE;TZID=${timeZone}:${excluded.map(ruleStart).join(',')}`]),
    ]),
    ...event.changed.flatMap((session) =>
      eventLines({ ...session, id, createdAt, updatedAt }, timeZone, now, [
        `RECURRENCE-ID;TZID=${timeZone}:${ruleStart(session.seriesDate)}`,
      ]),
    ),
  ]
}

const weekdayCodes = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** Ends the rule after a count of dates. RFC 5545 requires an end date in UTC, which clock changes would shift. */
function rule({ frequency, dates, date }: RecurringEvent): string {
  const day = weekdayCodes[weekdayOf(date)]
  const parts = {
    weekly: `FREQ=WEEKLY;BYDAY=${day}`,
    'every-2-weeks': `FREQ=WEEKLY;INTERVAL=2;BYDAY=${day}`,
    monthly: `FREQ=MONTHLY;BYDAY=${weekdayPosition(date)}${day}`,
  }
  return `${parts[frequency]};COUNT=${dates.length}`
}

function eventLines(event: CalendarEvent, timeZone: string, now: Date, recurrence: readonly string[] = []): string[] {
  const { date, startTime, durationMinutes, createdAt, updatedAt } = event
  return [
    'BEGIN:VEVENT',
    `UID:${event.id}`,
    `DTSTAMP:${utc(now)}`,
    `CREATED:${utc(createdAt)}`,
    `LAST-MODIFIED:${utc(updatedAt)}`,
    `SEQUENCE:${sequenceNumber(createdAt, updatedAt)}`,
    `DTSTART;TZID=${timeZone}:${local(date, startTime)}`,
    // Not an end time: a clock change can skip a local time.
    `DURATION:PT${durationMinutes}M`,
    ...recurrence,
    `SUMMARY:${textValue(event.title)}`,
    `LOCATION:${textValue(event.location)}`,
    'CLASS:PRIVATE',
    'STATUS:CONFIRMED',
    'TRANSP:OPAQUE',
    'END:VEVENT',
  ]
}

/** RFC 5545 requires a number that increases with every change of an event. */
function sequenceNumber(createdAt: Date, updatedAt: Date): number {
  return Math.max(0, Math.floor((updatedAt.getTime() - createdAt.getTime()) / 1000))
}

function utc(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

function local(date: string, time: string): string {
  return `${date.replaceAll('-', '')}T${time.replace(':', '')}00`
}
