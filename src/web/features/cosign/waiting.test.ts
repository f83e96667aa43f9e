import { expect, test } from 'vitest'
import type { CosignItem } from '#shared/contract/cosign.ts'
import { daysSince, nameParts, queueSummary, shownDays } from './waiting.ts'

const now = new Date('2026-11-20T17:00:00Z')
const zone = 'America/Los_Angeles'

test('the waiting time of a note is counted in calendar days of the given time zone', () => {
  expect(daysSince('2026-11-20T08:30:00Z', zone, now)).toBe(0)
  expect(daysSince('2026-11-20T07:30:00Z', zone, now)).toBe(1)
  expect(daysSince('2026-11-17T20:00:00Z', zone, now)).toBe(3)
  expect(daysSince('2026-11-21T20:00:00Z', zone, now)).toBe(0)
  expect([0, 1, 3].map(shownDays)).toEqual(['Today', '1 day', '3 days'])
})

test('the summary of the co-sign queue contains the number of notes and the age of the oldest note', () => {
  const item = (since: string): CosignItem => ({
    sessionId: since,
    client: { firstName: 'Bram', lastName: 'Ostrow' },
    author: { userId: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d7c03', name: 'Tamsin Okell', credentials: 'MA' },
    date: '2026-11-17',
    startTime: '09:00',
    endTime: '09:50',
    settingType: 'in-person',
    noteType: 'SOAP',
    status: 'awaiting_cosign',
    since,
    commentCount: 0,
    supervisorName: 'Ruth Halden',
    awayUntil: null,
    assigned: null,
    returnedBy: null,
  })
  const old = item('2026-11-17T20:00:00Z')
  const freshItem = item('2026-11-20T10:00:00Z')
  expect(queueSummary([], zone, now)).toBe('No notes waiting')
  expect(queueSummary([old, freshItem, freshItem], zone, now)).toBe('3 notes waiting, the oldest for 3 days')
  expect(queueSummary([old], zone, now)).toBe('1 note waiting for 3 days')
  expect(queueSummary([freshItem, freshItem], zone, now)).toBe('2 notes waiting, the oldest since today')
})

test('a full name is split for its initials', () => {
  expect(nameParts('Anna Maria Berg')).toEqual({ firstName: 'Anna', lastName: 'Berg' })
  expect(nameParts('Cher')).toEqual({ firstName: 'Cher', lastName: '' })
})
