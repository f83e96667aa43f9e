import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, addMonths, isDay, monthOf, monthSpan, monthWeeks, overlaps, weekdayOf } from './calendar.ts'

const days = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2150-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('days of the calendar', () => {
  test.each(['2026-02-29', '2026-13-01', '2026-1-1', '26-01-01', '2026-01-01T00:00', '', '9999-01-01'])(
    'isDay rejects “%s”',
    (text) => expect(isDay(text)).toBe(false),
  )
  test.each(['2028-02-29', '2026-12-31'])('isDay accepts %s', (text) => expect(isDay(text)).toBe(true))

  test('adding days and subtracting them returns the same day', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -3000, max: 3000 }), (day, count) => {
        const there = addDays(day, count)
        expect(isDay(there)).toBe(true)
        expect(addDays(there, -count)).toBe(day)
      }),
    )
  })

  test('adding months keeps the day of the month, or takes the last day of a shorter month', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
  })

  test('adding one month returns a day in the next month', () => {
    fc.assert(
      fc.property(days, (day) => {
        expect(monthOf(addMonths(day, 1))).toBe(nextMonth(monthOf(day)))
      }),
    )
  })
})

test('the weeks of a month run from Sunday and contain each day once', () => {
  fc.assert(
    fc.property(days, (day) => {
      const month = monthOf(day)
      const { from, to } = monthSpan(month)
      const weeks = monthWeeks(month)
      const shown = weeks.flat()
      expect(weeks.every((week) => week.length === 7 && weekdayOf(week[0] ?? '') === 0)).toBe(true)
      expect(weeks.length).toBeGreaterThanOrEqual(4)
      expect(weeks.length).toBeLessThanOrEqual(6)
      expect(shown.filter((one) => monthOf(one) === month)).toEqual(
        Array.from({ length: Number(to.slice(8)) }, (_, at) => addDays(from, at)),
      )
      expect(weeks.every((week) => week.some((one) => monthOf(one) === month))).toBe(true)
    }),
  )
})

describe('double booking', () => {
  const at = (startTime: string, durationMinutes = 50, date = '2026-11-19') => ({ date, startTime, durationMinutes })

  test('sessions that share a minute overlap', () => {
    expect(overlaps(at('09:00'), at('09:45'))).toBe(true)
    expect(overlaps(at('09:00', 120), at('09:30', 15))).toBe(true)
  })

  test('sessions that only touch do not overlap', () => {
    expect(overlaps(at('09:00', 60), at('10:00'))).toBe(false)
    expect(overlaps(at('09:00'), at('09:00', 50, '2026-11-20'))).toBe(false)
  })

  test('a session past midnight overlaps with sessions of the next day', () => {
    expect(overlaps(at('23:30'), at('00:15', 50, '2026-11-20'))).toBe(true)
  })
})

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}
