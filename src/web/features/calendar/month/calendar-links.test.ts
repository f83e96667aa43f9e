import { describe, expect, test } from 'vitest'
import type { CalendarSession } from '#shared/contract/sessions.ts'
import { calendarLinks } from './calendar-links.ts'

const session: CalendarSession = {
  id: '0198a1b2-0000-7000-8000-000000000001',
  clientId: '0198a1b2-0000-7000-8000-000000000002',
  date: '2026-11-19',
  startTime: '09:00',
  endTime: '09:50',
  durationMinutes: 50,
  type: 'Individual',
  settingType: 'telehealth',
  seriesId: null,
  toWrite: false,
  waitsForTranscript: false,
  status: 'scheduled',
  client: { firstName: 'Élodie', lastName: 'Stone', isArchived: false },
}

function valuesOf(link: string) {
  return Object.fromEntries(new URL(link).searchParams)
}

describe('calendar links', () => {
  const { google, outlook } = calendarLinks(session, 'America/New_York')

  test('the Google link contains the local time and its zone', () => {
    expect(new URL(google).origin).toBe('https://calendar.google.com')
    expect(valuesOf(google)).toEqual({
      action: 'TEMPLATE',
      text: 'Session with É.S.',
      dates: '20261119T140000Z/20261119T145000Z',
      ctz: 'America/New_York',
      location: 'Telehealth',
    })
  })

  test('the Outlook link contains UTC times', () => {
    expect(new URL(outlook).origin).toBe('https://outlook.office.com')
    expect(valuesOf(outlook)).toMatchObject({
      subject: 'Session with É.S.',
      startdt: '2026-11-19T14:00:00Z',
      enddt: '2026-11-19T14:50:00Z',
    })
    expect(outlook).not.toContain('+')
  })

  test("calendar links do not contain the client's name", () => {
    expect(decodeURIComponent(google + outlook)).not.toMatch(/Élodie|Stone/)
  })

  test('the Outlook link has the right UTC times in summer and past midnight', () => {
    const lateSession = { ...session, date: '2026-07-01', startTime: '23:30' }
    expect(valuesOf(calendarLinks(lateSession, 'Europe/Berlin').outlook)).toMatchObject({
      startdt: '2026-07-01T21:30:00Z',
      enddt: '2026-07-01T22:20:00Z',
    })
  })
})
