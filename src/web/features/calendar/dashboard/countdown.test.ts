import { describe, expect, test } from 'vitest'
import type { CalendarSession } from '#shared/contract/sessions.ts'
import { countdown, nextSession } from './countdown.ts'

const zone = 'Europe/Berlin'

function session(date: string, startTime: string, status: CalendarSession['status'] = 'scheduled'): CalendarSession {
  return {
    id: `${date} ${startTime}`,
    clientId: 'c',
    client: { firstName: 'Maya', lastName: 'Stone', isArchived: false },
    date,
    startTime,
    endTime: '23:59',
    durationMinutes: 50,
    type: 'Individual',
    settingType: 'in-person',
    seriesId: null,
    toWrite: false,
    waitsForTranscript: false,
    status,
  }
}

describe('the next session', () => {
  const sessions = [
    session('2026-11-19', '08:00', 'completed'),
    session('2026-11-19', '09:00'),
    session('2026-11-19', '11:00', 'processing'),
    session('2026-11-19', '12:00'),
    session('2026-11-20', '08:00'),
  ]
  const nextAt = (moment: string) => {
    const next = nextSession(sessions, zone, new Date(moment))
    return next && [next.session.id, next.minutes]
  }

  test.each([
    // 09:36 in Berlin: the session at nine was not started, and its time has passed.
    ['2026-11-19T08:36:00Z', ['2026-11-19 12:00', 144]],
    ['2026-11-19T08:36:59Z', ['2026-11-19 12:00', 144]],
    ['2026-11-19T11:00:30Z', ['2026-11-19 12:00', 0]],
    ['2026-11-19T11:01:00Z', ['2026-11-20 08:00', 1199]],
    ['2026-11-20T07:01:00Z', null],
  ])('at %s, the next session and the minutes until its start are %j', (moment, expected) => {
    expect(nextAt(moment)).toEqual(expected)
  })

  test('an appointment of an archived client is not the next session', () => {
    const later = session('2026-11-20', '08:00')
    const archived = session('2026-11-19', '12:00')
    archived.client.isArchived = true
    expect(nextSession([archived, later], zone, new Date('2026-11-19T08:36:00Z'))?.session).toBe(later)
  })

  test('the countdown counts elapsed minutes across clock changes', () => {
    // The clocks go back on 25 October 2026, so this day has 25 hours.
    const after = [session('2026-10-25', '12:00')]
    expect(nextSession(after, zone, new Date('2026-10-24T10:00:00Z'))?.minutes).toBe(25 * 60)
  })
})

test.each([
  [0, 'Now your next session begins'],
  [1, '1 minute until your next session'],
  [24, '24 minutes until your next session'],
  [60, '1 hour until your next session'],
  [61, '1 hour and 1 minute until your next session'],
  [200, '3 hours and 20 minutes until your next session'],
  [1440, '1 day until your next session'],
  [1440 * 2 + 65, '2 days and 1 hour until your next session'],
])('the countdown formats %i minutes as %s', (minutes, sentence) => {
  const { figure, words } = countdown(minutes)
  expect(`${figure} ${words}`).toBe(sentence)
})
