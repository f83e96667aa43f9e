import type { CalendarSession } from '#shared/contract/sessions.ts'
import { sessionTitle } from '#shared/rules/session-title.ts'
import { momentOf, offsetsOf } from '#shared/rules/zones.ts'
import { settingLabels } from '../setting-labels.ts'

/**
 * URLs that open a prefilled event in Google or Outlook. The data leave the product, so they contain only the client's
 * initials.
 */
export function calendarLinks(session: CalendarSession, timeZone: string): { google: string; outlook: string } {
  const title = sessionTitle(session.client)
  const location = settingLabels[session.settingType].label
  const offsetAt = offsetsOf(timeZone)
  const start = momentOf(session.date, session.startTime, offsetAt)
  const end = start + session.durationMinutes * 60_000
  return {
    google: address('https://calendar.google.com/calendar/render', {
      action: 'TEMPLATE',
      text: title,
      dates: `${compact(start)}/${compact(end)}`,
      ctz: timeZone,
      location,
    }),
    outlook: address('https://outlook.office.com/calendar/0/deeplink/compose', {
      path: '/calendar/action/compose',
      rru: 'addevent',
      subject: title,
      startdt: iso(start),
      enddt: iso(end),
      location,
    }),
  }
}

// URLSearchParams encodes spaces as plus signs, which Outlook would show.
function address(base: string, values: Record<string, string>): string {
  const query = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${base}?${query.join('&')}`
}

function iso(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 19)}Z`
}

function compact(moment: number): string {
  return iso(moment).replace(/[-:]/g, '')
}
