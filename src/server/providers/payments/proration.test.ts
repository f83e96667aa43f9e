import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { periodEnd, prorate } from './proration.ts'

const day = 86_400_000
const moments = fc.date({
  min: new Date('1999-12-01T00:00:00Z'),
  max: new Date('2120-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const amounts = fc.nat({ max: 10_000_000 })
const intervals = fc.constantFrom('month', 'year')

/** A subscription period, and a time in or near it. */
const changes = fc
  .record({
    anchor: moments,
    interval: intervals,
    count: fc.integer({ min: 1, max: 60 }),
    currentAmount: amounts,
    newAmount: amounts,
    at: fc.double({ min: -0.5, max: 1.5, noNaN: true }),
  })
  .map(({ anchor, interval, count, at, ...both }) => {
    const start = periodEnd(anchor, interval, count - 1)
    const end = periodEnd(anchor, interval, count)
    const now = new Date(start.getTime() + Math.round(at * (end.getTime() - start.getTime())))
    return { ...both, periodStart: start, periodEnd: end, now }
  })

const utc = (text: string) => new Date(`${text}Z`)

describe('prorate', () => {
  test('prorate returns integers: credit at most 0, charge at least 0, days never negative', () => {
    fc.assert(
      fc.property(changes, (change) => {
        const { creditAmount, chargeAmount, netAmount, daysRemaining, totalDaysInCycle } = prorate(change)
        expect([creditAmount, chargeAmount, netAmount].every(Number.isSafeInteger)).toBe(true)
        expect(creditAmount + chargeAmount).toBe(netAmount)
        expect(creditAmount).toBeLessThanOrEqual(0)
        expect(Object.is(creditAmount, -0)).toBe(false)
        expect(chargeAmount).toBeGreaterThanOrEqual(0)
        expect(-creditAmount).toBeLessThanOrEqual(change.currentAmount)
        expect(chargeAmount).toBeLessThanOrEqual(change.newAmount)
        expect(daysRemaining).toBeGreaterThanOrEqual(0)
        expect(daysRemaining).toBeLessThanOrEqual(totalDaysInCycle)
      }),
    )
  })

  test('prorate nets to zero when changed back on the same day, or for the same price', () => {
    fc.assert(
      fc.property(changes, (change) => {
        const back = prorate({ ...change, currentAmount: change.newAmount, newAmount: change.currentAmount })
        expect(prorate(change).netAmount + back.netAmount).toBe(0)
        expect(prorate({ ...change, newAmount: change.currentAmount }).netAmount).toBe(0)
      }),
    )
  })

  test('prorate never gives credit for a more expensive plan, and charges no more later in the period', () => {
    fc.assert(
      fc.property(changes, fc.nat({ max: 400 }), (change, days) => {
        const [cheap, expensive] = [change.currentAmount, change.newAmount].toSorted((one, other) => one - other)
        const input = { ...change, currentAmount: cheap ?? 0, newAmount: expensive ?? 0 }
        const later = { ...input, now: new Date(input.now.getTime() + days * day) }
        expect(prorate(input).netAmount).toBeGreaterThanOrEqual(0)
        expect(prorate(later).chargeAmount).toBeLessThanOrEqual(prorate(input).chargeAmount)
      }),
    )
  })

  test('prorate counts whole UTC days, independent of the hour', () => {
    fc.assert(
      fc.property(changes, fc.nat({ max: day - 1 }), (change, millisecond) => {
        const now = new Date(Math.floor(change.now.getTime() / day) * day + millisecond)
        expect(prorate({ ...change, now })).toEqual(prorate(change))
      }),
    )
  })

  test.each([
    // Whole month, half month, last day, after the end, before the start.
    ['2026-03-01T09:00', '2026-04-01T09:00', '2026-03-01T23:59', 31, 31, -2900, 6900],
    ['2026-04-01T09:00', '2026-05-01T09:00', '2026-04-16T00:00', 15, 30, -1450, 3450],
    ['2026-03-01T09:00', '2026-04-01T09:00', '2026-03-31T08:00', 1, 31, -94, 223],
    ['2026-03-01T09:00', '2026-04-01T09:00', '2026-04-01T08:00', 0, 31, 0, 0],
    ['2026-03-01T09:00', '2026-04-01T09:00', '2026-05-01T08:00', 0, 31, 0, 0],
    ['2026-03-01T09:00', '2026-04-01T09:00', '2026-02-01T08:00', 31, 31, -2900, 6900],
    // Daylight saving time changes within these periods in Europe and America.
    ['2026-03-08T00:00', '2026-04-08T00:00', '2026-03-29T02:30', 10, 31, -935, 2226],
    ['2026-10-25T00:00', '2026-11-25T00:00', '2026-11-01T06:30', 24, 31, -2245, 5342],
    // February in a leap year and in another year.
    ['2028-02-01T00:00', '2028-03-01T00:00', '2028-02-29T12:00', 1, 29, -100, 238],
    ['2027-02-01T00:00', '2027-03-01T00:00', '2027-02-28T12:00', 1, 28, -104, 246],
  ])(
    'prorate of a period from %s to %s, changed %s, counts %i of %i days',
    (start, end, now, daysRemaining, totalDaysInCycle, credit, charge) => {
      const plans = { currentAmount: 2900, newAmount: 6900 }
      expect(prorate({ ...plans, periodStart: utc(start), periodEnd: utc(end), now: utc(now) })).toEqual({
        daysRemaining,
        totalDaysInCycle,
        creditAmount: credit,
        chargeAmount: charge,
        netAmount: charge + credit,
      })
    },
  )
})

describe('periodEnd', () => {
  test.each([
    ['2026-01-31T10:00', 'month', ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['2028-01-30T10:00', 'month', ['2028-02-29', '2028-03-30', '2028-04-30', '2028-05-30']],
    ['2026-12-31T23:59', 'month', ['2027-01-31', '2027-02-28', '2027-03-31']],
    ['2028-02-29T00:00', 'year', ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
  ] as const)('periodEnd keeps the day of %s, one %s at a time', (anchor, interval, days) => {
    const ends = days.map((_, index) => periodEnd(utc(anchor), interval, index + 1).toISOString())
    expect(ends).toEqual(days.map((date) => utc(`${date}${anchor.slice(10)}`).toISOString()))
  })

  test('periodEnd falls in the due month, on the anchor day or the last day, at the same time', () => {
    fc.assert(
      fc.property(moments, intervals, fc.integer({ min: 0, max: 240 }), (anchor, interval, count) => {
        const end = periodEnd(anchor, interval, count)
        const months = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth()
        expect(months(end) - months(anchor)).toBe(interval === 'year' ? 12 * count : count)
        expect(end.getTime() % day).toBe(anchor.getTime() % day)
        const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
        expect(end.getUTCDate()).toBe(Math.min(anchor.getUTCDate(), lastDay))
      }),
    )
  })

  test('periodEnd is 28 to 31 days after the previous end for months', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 1, max: 240 }), (anchor, count) => {
        const days =
          (periodEnd(anchor, 'month', count).getTime() - periodEnd(anchor, 'month', count - 1).getTime()) / day
        expect(days).toBeGreaterThanOrEqual(28)
        expect(days).toBeLessThanOrEqual(31)
      }),
    )
  })
})
