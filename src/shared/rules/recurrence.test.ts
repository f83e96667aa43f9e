import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { addDays, addMonths, monthOf, overlaps, weekdayOf } from './calendar.ts'
import { datesOf, type Frequency, frequencies, nextFreeTime, weekdayPosition, seriesDates } from './recurrence.ts'

const days = fc.integer({ min: 0, max: 60_000 }).map((past) => addDays('1990-01-01', past))
const rules = fc.record({ frequency: fc.constantFrom<Frequency>(...frequencies), firstDate: days })
const weekdayCodes = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** The dates of a rule by an independent implementation of RFC 5545. */
function datesByLibrary(
  { frequency, firstDate }: { frequency: Frequency; firstDate: string },
  count: number,
): string[] {
  const place = weekdayPosition(firstDate)
  const texts = {
    weekly: 'FREQ=WEEKLY',
    'every-2-weeks': 'FREQ=WEEKLY;INTERVAL=2',
    monthly: `FREQ=MONTHLY;BYDAY=${place}${weekdayCodes[weekdayOf(firstDate)]}`,
  }
  const dates = ICAL.Recur.fromString(texts[frequency]).iterator(ICAL.Time.fromDateString(firstDate))
  return Array.from({ length: count }, () => dates.next().toString().slice(0, 10))
}

describe('dates of a rule', () => {
  test('the dates of a rule are those of an independent implementation', () => {
    fc.assert(
      fc.property(rules, fc.integer({ min: 1, max: 60 }), (rule, count) => {
        expect(datesOf(rule, count)).toEqual(datesByLibrary(rule, count))
      }),
      { numRuns: 300 },
    )
  })

  test('the dates of a rule start at its first date, ascend and stay on its weekday', () => {
    fc.assert(
      fc.property(rules, (rule) => {
        const dates = datesOf(rule, 52)
        expect(dates[0]).toBe(rule.firstDate)
        expect(dates).toEqual([...new Set(dates)].toSorted())
        expect(new Set(dates.map(weekdayOf))).toEqual(new Set([weekdayOf(rule.firstDate)]))
      }),
    )
  })

  test('a monthly rule has one date in every month', () => {
    fc.assert(
      fc.property(days, (firstDate) => {
        const months = datesOf({ frequency: 'monthly', firstDate }, 30).map(monthOf)
        expect(months).toEqual(months.map((_, past) => monthOf(addMonths(`${monthOf(firstDate)}-01`, past))))
      }),
    )
  })

  test.each([
    ['weekly', '2026-12-24', ['2026-12-24', '2026-12-31', '2027-01-07']],
    ['every-2-weeks', '2026-12-24', ['2026-12-24', '2027-01-07', '2027-01-21']],
    ['weekly', '2028-02-22', ['2028-02-22', '2028-02-29', '2028-03-07']],
    ['monthly', '2026-12-03', ['2026-12-03', '2027-01-07', '2027-02-04']],
    ['monthly', '2026-11-26', ['2026-11-26', '2026-12-24', '2027-01-28']],
    // A fifth weekday means the last one of each month.
    ['monthly', '2026-12-31', ['2026-12-31', '2027-01-28', '2027-02-25']],
    ['monthly', '2028-02-29', ['2028-02-29', '2028-03-28', '2028-04-25']],
  ] as const)('a %s rule from %s has the expected dates', (frequency, firstDate, expected) => {
    expect(datesOf({ frequency, firstDate }, 3)).toEqual(expected)
  })
})

describe('a series', () => {
  const weekly = { frequency: 'weekly', firstDate: '2026-12-03' } as const

  test('a series with a count replaces skipped dates at its end', () => {
    const { all, kept } = seriesDates(weekly, { count: 3 }, new Set(['2026-12-10']))
    expect(kept).toEqual(['2026-12-03', '2026-12-17', '2026-12-24'])
    expect(all).toEqual(['2026-12-03', '2026-12-10', '2026-12-17', '2026-12-24'])
  })

  test('a series until a date includes that date and does not replace skipped ones', () => {
    const { all, kept } = seriesDates(weekly, { until: '2026-12-17' }, new Set(['2026-12-10']))
    expect(kept).toEqual(['2026-12-03', '2026-12-17'])
    expect(all).toHaveLength(3)
    expect(seriesDates(weekly, { until: '2026-12-16' }).kept).toEqual(['2026-12-03', '2026-12-10'])
    expect(seriesDates(weekly, { until: '2026-12-02' }).kept).toEqual([])
  })

  test('a series has exactly the requested number of sessions, whichever dates are skipped', () => {
    const skips = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 20 })
    fc.assert(
      fc.property(rules, fc.integer({ min: 2, max: 52 }), skips, (rule, count, numbers) => {
        const dates = datesOf(rule, 110)
        const skipped = new Set(numbers.flatMap((number) => dates[number] ?? []))
        const { all, kept } = seriesDates(rule, { count }, skipped)
        expect(kept).toHaveLength(count)
        expect(kept.some((date) => skipped.has(date))).toBe(false)
        expect(all).toEqual(dates.slice(0, all.length))
      }),
    )
  })

  test('a series stops at its maximum length if its end date is distant or every date is skipped', () => {
    expect(seriesDates(weekly, { until: '2199-12-31' }).kept).toHaveLength(53)
    const everything = new Set(datesOf(weekly, 300))
    expect(seriesDates(weekly, { count: 5 }, everything).kept).toEqual([])
  })
})

describe('the next free hour', () => {
  const at = { date: '2026-12-03', startTime: '09:00', durationMinutes: 50 }

  test('the next free time is the first later full hour of the day without an overlap', () => {
    expect(nextFreeTime(at, [at])).toBe('10:00')
    const busy = [at, { ...at, startTime: '10:30' }, { ...at, startTime: '12:00' }]
    expect(nextFreeTime(at, busy)).toBe('13:00')
    expect(nextFreeTime({ ...at, startTime: '09:15' }, [])).toBe('10:00')
  })

  test('there is no next free time on a full day or past midnight', () => {
    expect(nextFreeTime({ ...at, startTime: '23:00' }, [])).toBeUndefined()
    expect(nextFreeTime({ ...at, startTime: '22:00', durationMinutes: 90 }, [])).toBeUndefined()
    expect(nextFreeTime(at, [{ ...at, startTime: '09:00', durationMinutes: 15 * 60 }])).toBeUndefined()
  })

  test('the next free time never overlaps', () => {
    const spans = fc.record({
      date: fc.constantFrom('2026-12-02', '2026-12-03', '2026-12-04'),
      startTime: fc
        .integer({ min: 0, max: 95 })
        .map((n) => `${String(Math.floor(n / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`),
      durationMinutes: fc.integer({ min: 10, max: 480 }),
    })
    fc.assert(
      fc.property(fc.array(spans, { maxLength: 12 }), (taken) => {
        const startTime = nextFreeTime(at, taken)
        const inTheWay = startTime === undefined ? [] : taken.filter((other) => overlaps({ ...at, startTime }, other))
        expect(inTheWay).toEqual([])
      }),
    )
  })
})
