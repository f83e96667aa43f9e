import { expect, test } from 'vitest'
import { heldAtFault, sessionEndingNow } from './held-at.ts'

const now = new Date('2026-03-02T18:00:00Z')

test.each([
  ['now', '2026-03-02', '13:00', null],
  ['earlier today', '2026-03-02', '00:00', null],
  ['within the tolerance of clocks', '2026-03-02', '13:05', null],
  ['later today', '2026-03-02', '13:06', 'session_in_future'],
  ['tomorrow', '2026-03-03', '00:00', 'session_in_future'],
  ['ten years ago', '2016-03-02', '09:00', null],
  ['more than ten years ago', '2016-03-01', '23:59', 'session_long_ago'],
  ['in another century', '1926-03-02', '09:00', 'session_long_ago'],
])('heldAtFault checks a session of %s', (_, date, startTime, fault) => {
  expect(heldAtFault({ date, startTime }, now, 'America/New_York')).toBe(fault)
})

test('a session is in the future by the clock of the therapist’s zone', () => {
  const tonight = { date: '2026-03-03', startTime: '02:30' }
  expect(heldAtFault(tonight, now, 'Asia/Tokyo')).toBeNull()
  expect(heldAtFault(tonight, now, 'America/New_York')).toBe('session_in_future')
})

test.each([
  ['2026-03-02T18:00:00Z', { date: '2026-03-02', startTime: '12:10', endTime: '13:00' }],
  ['2026-03-02T05:20:00Z', { date: '2026-03-01', startTime: '23:30', endTime: '00:20' }],
])('a session that ends at %s began 50 minutes before', (end, held) => {
  expect(sessionEndingNow(new Date(end), 'America/New_York')).toEqual(held)
})
