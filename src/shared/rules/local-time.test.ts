import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMinutes, localDateTime } from './local-time.ts'

test('the same moment is another day in another zone', () => {
  const moment = new Date('2026-03-01T03:30:00Z')
  expect(localDateTime(moment, 'Europe/Berlin')).toEqual({ date: '2026-03-01', time: '04:30' })
  expect(localDateTime(moment, 'America/New_York')).toEqual({ date: '2026-02-28', time: '22:30' })
})

test('midnight is 00:00, not 24:00', () => {
  expect(localDateTime(new Date('2026-05-05T00:00:00Z'), 'UTC')).toEqual({ date: '2026-05-05', time: '00:00' })
})

test('a session that runs past midnight ends the next day', () => {
  expect(addMinutes('23:50', 30)).toBe('00:20')
})

test('adding and subtracting the same minutes returns the same time', () => {
  const clock = fc
    .tuple(fc.nat(23), fc.nat(59))
    .map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`)
  fc.assert(
    fc.property(clock, fc.integer({ min: -5000, max: 5000 }), (time, minutes) => {
      expect(addMinutes(addMinutes(time, minutes), -minutes)).toBe(time)
    }),
  )
})
