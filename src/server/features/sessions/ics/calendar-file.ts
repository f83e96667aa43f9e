import { addDays } from '#shared/rules/calendar.ts'
import { addMinutes } from '#shared/rules/local-time.ts'
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

/**
 * A calendar file (RFC 5545). Times stay local and carry the zone, whose definition comes with them, so that a session at
 * nine is at nine on both sides of a clock change.
 */
export function calendarFile(events: readonly CalendarEvent[], timeZone: string, now: Date): string {
  const years = events.map(({ date }) => Number(date.slice(0, 4)))
  const thisYear = now.getUTCFullYear()
  return contentLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Attend//Attend//EN',
    'CALSCALE:GREGORIAN',
    ...timeZoneLines(timeZone, Math.min(thisYear, ...years), Math.max(thisYear, ...years)),
    ...events.flatMap((event) => eventLines(event, timeZone, now)),
    'END:VCALENDAR',
  ])
}

function eventLines(event: CalendarEvent, timeZone: string, now: Date): string[] {
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
