import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDateTime } from './local-time.ts'
import { clockChanges, momentOf, offsetsOf } from './zones.ts'

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Africa/Casablanca', 'UTC']
const at = (text: string) => Date.parse(text)

test('the same local time is an hour earlier in UTC in summer', () => {
  const newYork = offsetsOf('America/New_York')
  expect(momentOf('2026-01-15', '09:00', newYork)).toBe(at('2026-01-15T14:00Z'))
  expect(momentOf('2026-07-15', '09:00', newYork)).toBe(at('2026-07-15T13:00Z'))
})

test('a skipped local time uses the offset before the clock change, and a repeated local time is the first of the two', () => {
  const newYork = offsetsOf('America/New_York')
  expect(momentOf('2026-03-08', '02:30', newYork)).toBe(at('2026-03-08T07:30Z'))
  expect(momentOf('2026-11-01', '01:30', newYork)).toBe(at('2026-11-01T05:30Z'))
})

test('clockChanges finds the clock changes of a zone', () => {
  const year = [at('2026-01-01T00:00Z'), at('2027-01-01T00:00Z')] as const
  expect(clockChanges(offsetsOf('Europe/Berlin'), ...year)).toEqual([
    { moment: at('2026-03-29T01:00Z'), offsetBefore: 60, offsetAfter: 120 },
    { moment: at('2026-10-25T01:00Z'), offsetBefore: 120, offsetAfter: 60 },
  ])
  expect(clockChanges(offsetsOf('Asia/Kathmandu'), ...year)).toEqual([])
})

test('converting an instant to local time and back returns it, or an earlier instant with the same local time', () => {
  const moments = fc.date({ min: new Date('2001-01-01'), max: new Date('2036-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), (moment, zone) => {
      const minute = Math.floor(moment.getTime() / 60_000) * 60_000
      const shown = localDateTime(new Date(minute), zone)
      const read = momentOf(shown.date, shown.time, offsetsOf(zone))
      expect(localDateTime(new Date(read), zone)).toEqual(shown)
      expect(read).toBeLessThanOrEqual(minute)
    }),
  )
})
