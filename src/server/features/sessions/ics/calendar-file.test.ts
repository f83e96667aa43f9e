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

/** Parses a file and its zone definition with an independent parser. */
function parseFile(file: string): { events: ICAL.Event[]; calendar: ICAL.Component } {
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
  return parseFile(fileOf(events, zone)).events.map(({ startDate }) => startDate.toJSDate().toISOString())
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
  const [parsed] = parseFile(fileOf([event], 'America/New_York')).events

  test('a calendar event has its time in the given zone', () => {
    expect(parsed?.startDate.toString()).toBe('2026-11-19T09:00:00')
    expect(parsed?.startDate.zone.tzid).toBe('America/New_York')
    expect(parsed?.endDate.toString()).toBe('2026-11-19T09:50:00')
    expect(parsed?.startDate.toJSDate().toISOString()).toBe('2026-11-19T14:00:00.000Z')
  })

  test('a calendar event has the session’s id, and the seconds from creation to last change as sequence number', () => {
    expect(parsed?.uid).toBe(event.id)
    expect(parsed?.sequence).toBe(100)
    expect(parsed?.component.getFirstPropertyValue('dtstamp')?.toString()).toBe('2026-11-19T12:00:00Z')
  })

  test('a calendar event is private', () => {
    expect(parsed?.summary).toBe('Session with M.S.')
    expect(parsed?.component.getFirstPropertyValue('class')).toBe('PRIVATE')
  })

  test('a calendar event that runs past midnight ends on the next day', () => {
    const late = { ...event, startTime: '23:30' }
    expect(parseFile(fileOf([late], 'UTC')).events[0]?.endDate.toString()).toBe('2026-11-20T00:20:00')
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
    'a calendar event in %s on %s at %s lasts %i minutes across the clock change',
    (zone, date, startTime, durationMinutes, start, end) => {
      const [parsed] = parseFile(fileOf([{ ...event, date, startTime, durationMinutes }], zone)).events
      const startMs = parsed?.startDate.toJSDate().getTime() ?? 0
      const endMs = startMs + (parsed?.duration.toSeconds() ?? 0) * 1000
      expect([startMs, endMs].map((moment) => new Date(moment).toISOString().slice(11, 16))).toEqual([start, end])
      expect(parsed?.component.hasProperty('dtend')).toBe(false)
    },
  )

  test.each(zones)('a calendar file defines the zone %s correctly for the years 2025 to 2028', (zone) => {
    const dates = fc
      .date({ min: new Date('2025-06-01'), max: new Date('2028-12-30'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    const offsetAt = offsetsOf(zone)
    // Excludes local times that occur twice when clocks go back, because parsers differ: such times are at night, in
    // Santiago between 23:00 and midnight.
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
  ])('a calendar file writes the zone %s as two yearly rules', (zone, spring, autumn) => {
    const file = fileOf([event], zone)
    expect(file.match(/^RRULE:.*$/gm)?.map((line) => line.trim())).toEqual([`RRULE:${spring}`, `RRULE:${autumn}`])
  })
})

describe('recurring calendar events', () => {
  const dates = ['2026-10-15', '2026-10-22', '2026-10-29', '2026-11-05', '2026-11-12', '2026-11-19']
  const weekly: RecurringEvent = {
    ...event,
    date: '2026-10-15',
    frequency: 'weekly',
    dates,
    excluded: ['2026-10-22', '2026-11-05'],
    changed: [{ ...event, seriesDate: '2026-10-29', date: '2026-10-30', startTime: '14:00', durationMinutes: 80 }],
  }

  /** Returns start and end of each session that an independent parser reads from a recurring event. */
  function expand(recurring: RecurringEvent, zone = 'America/New_York'): string[] {
    const { events } = parseFile(fileOf([], zone, [recurring]))
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

  test('recurring calendar events are written as one rule, with exceptions for skipped dates and moved sessions', () => {
    expect(expand(weekly)).toEqual([
      '2026-10-15T09:00 to 09:50',
      '2026-10-30T14:00 to 15:20',
      '2026-11-12T09:00 to 09:50',
      '2026-11-19T09:00 to 09:50',
    ])
  })

  test('recurring calendar events use RRULE, EXDATE and RECURRENCE-ID under one id', () => {
    const lines = fileOf([], 'America/New_York', [weekly]).split('\r\n')
    expect(lines).toContain('RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=6')
    expect(lines).toContain('EXDATE;TZID=America/New_York:20261022T090000,20261105T090000')
    expect(lines).toContain('RECURRENCE-ID;TZID=America/New_York:20261029T090000')
    expect(lines.filter((line) => line === `UID:${event.id}`)).toHaveLength(2)
    expect(new Set(lines.filter((line) => line.startsWith('SEQUENCE:'))).size).toBe(1)
  })

  test('recurring calendar events are on the dates of the rule, at the same local time, in every zone', () => {
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
  test('a calendar file can contain any text, in lines of at most 75 bytes that end with CRLF', () => {
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
        expect(parseFile(file).events[0]?.summary ?? '').toBe(title)
      }),
    )
  })

  test.each([
    ['a; b, c\\d', 'a; b, c\\d'],
    ['two\r\nlines', 'two\nlines'],
    ['END:VEVENT\r\nBEGIN:VEVENT', 'END:VEVENT\nBEGIN:VEVENT'],
    ['bell\u0007', 'bell'],
  ])('a calendar file writes %j so that parsers read %j', (title, parsed) => {
    const { events } = parseFile(fileOf([{ ...event, title }], 'UTC'))
    expect(events.map(({ summary }) => summary)).toEqual([parsed])
  })
})
