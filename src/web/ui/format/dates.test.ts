import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hourIn, longDateIn, shortTime, shownDate, shownDay, shownMoment, shownTime, todayIn } from './dates.ts'

describe('date and time formats', () => {
  it('shownDate formats dates with the month first', () => expect(shownDate('2026-11-19')).toBe('11/19/2026'))

  it.each([
    ['00:00', '12:00 AM'],
    ['09:05', '9:05 AM'],
    ['12:30', '12:30 PM'],
    ['23:59', '11:59 PM'],
  ])('shownTime formats %s as %s', (time, shown) => expect(shownTime(time)).toBe(shown))

  it.each([
    ['09:00', '9 AM'],
    ['12:30', '12:30 PM'],
  ])('shortTime formats %s as %s', (time, shown) => expect(shortTime(time)).toBe(shown))

  it('todayIn, hourIn and longDateIn use the given zone', () => {
    const now = new Date('2026-11-19T03:30:00Z')
    expect(todayIn('Europe/Berlin', now)).toBe('2026-11-19')
    expect(todayIn('America/Los_Angeles', now)).toBe('2026-11-18')
    expect(hourIn('America/Los_Angeles', now)).toBe(19)
    expect(longDateIn('America/Los_Angeles', now)).toBe('Wednesday, November 18')
  })

  it('shownDay and shownMoment use the given zone', () => {
    const at = '2026-11-19T03:30:00Z'
    expect(shownDay(at, 'America/Los_Angeles')).toBe('11/18/2026')
    expect(shownMoment(at, 'America/Los_Angeles')).toBe('11/18/2026, 7:30 PM')
    expect(shownMoment(at, 'Europe/Berlin')).toBe('11/19/2026, 4:30 AM')
  })

  it('todayIn returns a date even if the zone is unknown', () =>
    expect(todayIn('Nowhere/Land')).toMatch(/^\d{4}-\d{2}-\d{2}$/))

  it('hourIn returns 0 to 23', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (now) => {
        const hour = hourIn('Asia/Kathmandu', now)
        expect(hour).toBeGreaterThanOrEqual(0)
        expect(hour).toBeLessThan(24)
      }),
    )
  })
})
