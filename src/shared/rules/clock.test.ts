import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromClock, toClock } from './clock.ts'

test.each([
  ['00:00', 12, 'AM'],
  ['09:15', 9, 'AM'],
  ['12:30', 12, 'PM'],
  ['23:45', 11, 'PM'],
] as const)('toClock converts %s to hour %i %s', (time, hour, half) => {
  expect(toClock(time)).toMatchObject({ hour, half })
})

test('converting every minute of the day to a 12-hour clock and back returns the same minute', () => {
  fc.assert(
    fc.property(fc.nat(1439), (minute) => {
      const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
      expect(fromClock(toClock(time))).toBe(time)
    }),
  )
})
