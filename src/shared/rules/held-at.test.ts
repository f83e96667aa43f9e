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

// In New York, the hour from 1 to 2 repeats at 06:00Z.
test.each([
  ['2026-11-01T06:10:00Z', '01:20', null],
  ['2026-11-01T06:10:00Z', '02:00', 'session_in_future'],
  ['2026-11-01T05:10:00Z', '01:20', 'session_in_future'],
  // The hour from 2 to 3 does not exist.
  ['2026-03-08T07:20:00Z', '02:40', null],
  ['2026-03-08T06:40:00Z', '02:40', 'session_in_future'],
])(
  'at %s, a session that began at %s of the same day is checked by the first of two equal times',
  (at, startTime, fault) => {
    const date = at.slice(0, 10)
    expect(heldAtFault({ date, startTime }, new Date(at), 'America/New_York')).toBe(fault)
  },
)

test.each([
  ['2026-11-01T06:10:00Z', { date: '2026-11-01', startTime: '00:20', endTime: '01:10' }],
  ['2026-11-01T06:55:00Z', { date: '2026-11-01', startTime: '01:05', endTime: '01:55' }],
  ['2026-03-08T07:20:00Z', { date: '2026-03-08', startTime: '02:30', endTime: '03:20' }],
])('the session that ends at %s, near a clock change, can have been held', (end, held) => {
  const endsAt = new Date(end)
  const session = sessionEndingNow(endsAt, 'America/New_York')
  expect(session).toEqual(held)
  expect(heldAtFault(session, endsAt, 'America/New_York')).toBeNull()
})

test.each([
  ['2026-03-02T18:00:00Z', { date: '2026-03-02', startTime: '12:10', endTime: '13:00' }],
  ['2026-03-02T05:20:00Z', { date: '2026-03-01', startTime: '23:30', endTime: '00:20' }],
])('a session that ends at %s began 50 minutes before', (end, held) => {
  expect(sessionEndingNow(new Date(end), 'America/New_York')).toEqual(held)
})
