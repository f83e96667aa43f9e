import type { TrailEvent } from '#shared/contract/audit.ts'

const columns = ['Time (UTC)', 'Person', 'Viewing as', 'What', 'About', 'Action', 'Address'] as const

/** The trail as a CSV file (RFC 4180). */
export function trailFile(
  events: readonly (TrailEvent & { ipAddress: string | null })[],
  now: Date,
): { fileName: string; content: string } {
  const lines = events.map((event) => [
    event.at,
    event.who.isPlatformAdmin ? `${event.who.name} (Attend)` : event.who.name,
    event.viewingAs,
    event.what,
    event.about,
    event.action,
    event.ipAddress,
  ])
  const content = [columns, ...lines].map((line) => `${line.map(field).join(',')}\r\n`).join('')
  return { fileName: `audit-trail-${now.toISOString().slice(0, 10)}.csv`, content }
}

/** Names are free text: one that begins like a formula must not be run by a spreadsheet. */
function field(value: string | null): string {
  const text = value ?? ''
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
