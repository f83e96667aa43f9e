import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/rules/calendar.ts'
import { datesOf, frequencies } from '#shared/rules/recurrence.ts'
import { momentOf, offsetsOf } from '#shared/rules/zones.ts'
import { type CalendarEvent, calendarFile, type RecurringEvent } from './calendar-file.ts'

const now = new Date('2026-11-19T12:00:00Z')
const event: CalendarEvent = {
  id: '0198a1b2-0000-7000-8000-000000000001',
  title: 'Session with M.S.',
  location: 'Telehealth',
  date: '2026-11-19',
  startTime: '09:00',
  durationMinutes: 50,
  createdAt: new Date('2026-11-01T08:00:00Z'),
  updatedAt: new Date('2026-11-01T08:01:40Z'),
}

function fileOf(events: CalendarEvent[], timeZone: string, recurring: RecurringEvent[] = []): string {
  return calendarFile({ events, recurring, timeZone, now })
}

/** Parses a file, with its zone definition, with an independent parser. */
function read(file: string): { events: ICAL.Event[]; calendar: ICAL.Component } {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const zone = calendar.getFirstSubcomponent('vtimezone')
  if (zone) {
    const timeZone = new ICAL.Timezone(zone)
    ICAL.TimezoneService.reset()
    ICAL.TimezoneService.register(timeZone)
  }
  return { calendar, events: calendar.getAllSubcomponents('vevent').map((part) => new ICAL.Event(part)) }
}

function startsOf(events: CalendarEvent[], zone: string): string[] {
  return read(fileOf(events, zone)).events.map(({ startDate }) => startDate.toJSDate().toISOString())
}

const zones = [
  'America/New_York',
  'America/Phoenix',
  'Europe/Berlin',
  'Europe/Dublin',
  'Asia/Kathmandu',
  'Asia/Jerusalem',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Africa/Casablanca',
  'America/Santiago',
  'Pacific/Chatham',
  'UTC',
]

describe('a calendar event', () => {
  const [one] = read(fileOf([event], 'America/New_York')).events

  test('a calendar event has its time in the therapist’s zone', () => {
    expect(one?.startDate.toString()).toBe('2026-11-19T09:00:00')
    expect(one?.startDate.zone.tzid).toBe('America/New_York')
    expect(one?.endDate.toString()).toBe('2026-11-19T09:50:00')
    expect(one?.startDate.toJSDate().toISOString()).toBe('2026-11-19T14:00:00.000Z')
  })

  test('a calendar event has its id, and the seconds from creation to last change as sequence number', () => {
    expect(one?.uid).toBe(event.id)
    expect(one?.sequence).toBe(100)
    expect(one?.component.getFirstPropertyValue('dtstamp')?.toString()).toBe('2026-11-19T12:00:00Z')
  })

  test('a calendar event is private', () => {
    expect(one?.summary).toBe('Session with M.S.')
    expect(one?.component.getFirstPropertyValue('class')).toBe('PRIVATE')
  })

  test('a calendar event that runs past midnight ends on the next day', () => {
    const late = { ...event, startTime: '23:30' }
    expect(read(fileOf([late], 'UTC')).events[0]?.endDate.toString()).toBe('2026-11-20T00:20:00')
  })
})

describe('calendar events across clock changes', () => {
  test('a calendar event at nine o’clock stays at nine o’clock before and after a clock change', () => {
    const days = ['2026-03-07', '2026-03-08', '2026-10-31', '2026-11-01', '2026-11-02']
    const events = days.map((date) => ({ ...event, date }))
    expect(startsOf(events, 'America/New_York').map((start) => start.slice(0, 16))).toEqual([
      '2026-03-07T14:00',
      '2026-03-08T13:00',
      '2026-10-31T13:00',
      '2026-11-01T14:00',
      '2026-11-02T14:00',
    ])
  })

  test.each([
    ['Europe/Berlin', '2027-03-28', '01:30', 50, '00:30', '01:20'],
    ['Europe/Berlin', '2027-03-28', '01:30', 60, '00:30', '01:30'],
    ['Europe/Berlin', '2027-03-28', '01:30', 90, '00:30', '02:00'],
    ['America/New_York', '2027-03-14', '01:30', 50, '06:30', '07:20'],
    ['America/New_York', '2027-03-14', '01:30', 60, '06:30', '07:30'],
    ['America/New_York', '2027-11-07', '00:30', 60, '04:30', '05:30'],
    ['America/New_York', '2027-11-07', '00:30', 120, '04:30', '06:30'],
  ])(
    'in %s on %s, an event at %s lasts its %i minutes across the change',
    (zone, date, startTime, durationMinutes, start, end) => {
      const [one] = read(fileOf([{ ...event, date, startTime, durationMinutes }], zone)).events
      const began = one?.startDate.toJSDate().getTime() ?? 0
      const ended = began + (one?.duration.toSeconds() ?? 0) * 1000
      expect([began, ended].map((moment) => new Date(moment).toISOString().slice(11, 16))).toEqual([start, end])
      expect(one?.component.hasProperty('dtend')).toBe(false)
    },
  )

  test.each(zones)('the zone %s is defined correctly for years ahead', (zone) => {
    const dates = fc
      .date({ min: new Date('2025-06-01'), max: new Date('2028-12-30'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    const offsetAt = offsetsOf(zone)
    // Parsers differ for times that occur twice when clocks go back: at night, in Santiago between 23:00 and midnight.
    const hours = fc.integer({ min: 4, max: 22 })
    fc.assert(
      fc.property(dates, hours, (date, hour) => {
        const startTime = `${String(hour).padStart(2, '0')}:00`
        const expected = new Date(momentOf(date, startTime, offsetAt)).toISOString()
        expect(startsOf([{ ...event, date, startTime }], zone)).toEqual([expected])
      }),
      { numRuns: 40 },
    )
  })

  test.each([
    ['America/New_York', 'FREQ=YEARLY;BYMONTH=3;BYDAY=2SU', 'FREQ=YEARLY;BYMONTH=11;BYDAY=1SU'],
    ['Europe/Berlin', 'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU'],
  ])('the zone %s is written by its yearly rules', (zone, spring, autumn) => {
    const file = fileOf([event], zone)
    expect(file.match(/^RRULE:.*$/gm)?.map((line) => line.trim())).toEqual([`RRULE:${spring}`, `RRULE:${autumn}`])
  })
})

describe('repeating calendar events', () => {
  const dates = ['2026-10-15', '2026-10-22', '2026-10-29', '2026-11-05', '2026-11-12', '2026-11-19']
  const weekly: RecurringEvent = {
    ...event,
    date: '2026-10-15',
    frequency: 'weekly',
    dates,
    excluded: ['2026-10-22', '2026-11-05'],
    changed: [{ ...event, seriesDate: '2026-10-29', date: '2026-10-30', startTime: '14:00', durationMinutes: 80 }],
  }

  /** The start and end of each session that an independent parser reads in a recurring event. */
  function expand(recurring: RecurringEvent, zone = 'America/New_York'): string[] {
    const { events } = read(fileOf([], zone, [recurring]))
    const [master, ...exceptions] = events
    for (const exception of exceptions) master?.relateException(exception)
    const times = master?.iterator()
    const found: string[] = []
    for (let next = times?.next(); next; next = times?.next()) {
      const { startDate, endDate } = master?.getOccurrenceDetails(next) ?? {}
      found.push(`${startDate?.toString().slice(0, 16)} to ${endDate?.toString().slice(11, 16)}`)
    }
    return found
  }

  test('repeating calendar events are written as one rule, with exceptions for skipped dates and moved sessions', () => {
    expect(expand(weekly)).toEqual([
      '2026-10-15T09:00 to 09:50',
      '2026-10-30T14:00 to 15:20',
      '2026-11-12T09:00 to 09:50',
      '2026-11-19T09:00 to 09:50',
    ])
  })

  test('repeating calendar events use RRULE, EXDATE and RECURRENCE-ID under one id', () => {
    const lines = fileOf([], 'America/New_York', [weekly]).split('\r\n')
    expect(lines).toContain('RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=6')
    expect(lines).toContain('EXDATE;TZID=America/New_York:20261022T090000,20261105T090000')
    expect(lines).toContain('RECURRENCE-ID;TZID=America/New_York:20261029T090000')
    expect(lines.filter((line) => line === `UID:${event.id}`)).toHaveLength(2)
    expect(new Set(lines.filter((line) => line.startsWith('SEQUENCE:'))).size).toBe(1)
  })

  test('repeating calendar events are on the dates of the rule, at the same local time, in every zone', () => {
    const rules = fc.record({
      frequency: fc.constantFrom(...frequencies),
      firstDate: fc.integer({ min: 0, max: 900 }).map((days) => addDays('2025-06-01', days)),
    })
    fc.assert(
      fc.property(rules, fc.integer({ min: 1, max: 30 }), fc.constantFrom(...zones), (rule, count, zone) => {
        const { frequency, firstDate: date } = rule
        const recurring = { ...event, date, frequency, dates: datesOf(rule, count), excluded: [], changed: [] }
        expect(expand(recurring, zone)).toEqual(recurring.dates.map((day) => `${day}T09:00 to 09:50`))
      }),
      { numRuns: 40 },
    )
  })
})

describe('the format of a calendar file', () => {
  test('a calendar file allows any text, in lines of at most 75 bytes that end with CRLF', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 120 })
    fc.assert(
      fc.property(texts, (title) => {
        const file = fileOf([{ ...event, title }], 'Europe/Berlin')
        const lines = file.split('\r\n')
        expect(lines.pop()).toBe('')
        for (const line of lines) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
          expect(line).not.toMatch(/[\r\n]/)
        }
        expect(read(file).events[0]?.summary ?? '').toBe(title)
      }),
    )
  })

  test.each([
    ['a; b, c\\d', 'a; b, c\\d'],
    ['two\r\nlines', 'two\nlines'],
    ['END:VEVENT\r\nBEGIN:VEVENT', 'END:VEVENT\nBEGIN:VEVENT'],
    ['bell\u0007', 'bell'],
  ])('a calendar file writes %j so that parsers read %j', (title, carried) => {
    const { events } = read(fileOf([{ ...event, title }], 'UTC'))
    expect(events.map(({ summary }) => summary)).toEqual([carried])
  })
})
