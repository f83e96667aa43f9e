import type { TrailEvent } from '#shared/contract/audit.ts'

const columns = ['Time (UTC)', 'Person', 'Viewing as', 'Event', 'About', 'Action', 'Address'] as const

type FileEvent = TrailEvent & { ipAddress: string | null }

/** Builds the trail as a CSV file (RFC 4180). It begins with a byte order mark, without which Excel does not read UTF-8. */
export interface TrailFile {
  add(events: readonly FileEvent[]): void
  events(): number
  finish(): { fileName: string; content: string }
}

export function startTrailFile(now: Date): TrailFile {
  const lines = [lineOf(columns)]
  return {
    add: (events) => lines.push(...events.map((event) => lineOf(fieldsOf(event)))),
    events: () => lines.length - 1,
    finish: () => ({
      fileName: `audit-trail-${now.toISOString().slice(0, 10)}.csv`,
      content: `\ufeff${lines.join('')}`,
    }),
  }
}

function fieldsOf(event: FileEvent): (string | null)[] {
  return [
    event.at,
    event.who.isPlatformAdmin ? `${event.who.name} (Attend)` : event.who.name,
    event.viewingAs,
    event.what,
    event.about,
    event.action,
    event.ipAddress,
  ]
}

const lineOf = (fields: readonly (string | null)[]) => `${fields.map(field).join(',')}\r\n`

/** Quotes a value. Adds an apostrophe to a value that a spreadsheet would run as a formula. */
function field(value: string | null): string {
  const text = value ?? ''
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
