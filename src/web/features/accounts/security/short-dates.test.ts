import { expect, test } from 'vitest'
import { shortDay, shortMoment } from './short-dates.ts'

const now = new Date('2026-11-19T18:00:00Z')
const zone = 'America/Los_Angeles'

test.each([
  ['2026-11-19T15:52:00Z', 'today at 7:52 AM'],
  ['2026-11-19T07:59:00Z', 'yesterday at 11:59 PM'],
  ['2026-11-15T05:03:00Z', 'Nov 14 at 9:03 PM'],
  ['2025-12-31T20:00:00Z', 'Dec 31, 2025 at 12:00 PM'],
])('the moment %s is shown as %s', (at, text) => {
  expect(shortMoment(at, zone, now)).toBe(text)
})

test('a date in the current year is shown without its year', () => {
  expect(shortDay('2026-10-28T15:00:00Z', zone, now)).toBe('Oct 28')
})

test('the day before is yesterday after a change to summer time', () => {
  // The clocks changed on March 8 at 2 AM, so 24 hours before 12:30 AM on March 9 is still March 7.
  const afterChange = new Date('2026-03-09T07:30:00Z')
  expect(shortMoment('2026-03-08T20:00:00Z', zone, afterChange)).toBe('yesterday at 1:00 PM')
  expect(shortMoment('2026-03-07T20:00:00Z', zone, afterChange)).toBe('Mar 7 at 12:00 PM')
})
