import * as z from 'zod'
import type { TrailEvent, TrailPage } from '#shared/contract/audit.ts'
import type { Cursor, TrailRow } from './store.ts'
import { actionLabel } from './action-labels.ts'

export const pageSize = 50

export function toEvent(row: TrailRow): TrailEvent {
  return {
    id: `${row.chain}-${row.seq}`,
    at: new Date(row.at).toISOString(),
    who: { id: row.actor_id, name: row.actor_name, isPlatformAdmin: row.action.startsWith('admin.') },
    action: row.action,
    what: actionLabel(row.action),
    about: row.about,
    clientId: row.client_id,
    viewingAs: row.viewing_as,
  }
}

/** Builds a page from up to `pageSize + 1` rows. The extra row shows that there is a next page. */
export function toPage(rows: readonly TrailRow[]): TrailPage {
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  const next = last && rows.length > pageSize ? `${last.at}|${last.chain}|${last.seq}` : null
  return { items: shown.map(toEvent), next }
}

const cursorFormat = /^([^|]+)\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\|(\d{1,15})$/

/** Parses the `next` cursor of a page. Returns null, for the beginning of the trail, if the cursor is malformed. */
export function parseCursor(after: string | undefined): Cursor | null {
  const [, at, chain, seq] = cursorFormat.exec(after ?? '') ?? []
  return at && chain && seq && isTimestamp(at) ? { at, chain, seq: Number(seq) } : null
}

const Timestamp = z.iso.datetime({ offset: true })

/** True for a timestamp as PostgreSQL prints and parses it: a calendar date with a zone offset under 16 hours. */
function isTimestamp(text: string): boolean {
  const [, day, time, zone, minutes = ':00'] =
    /^(?!0000)([\d-]{10}) ([\d:.]+)([+-](?:0\d|1[0-5]))(:\d\d)?$/.exec(text) ?? []
  return Timestamp.safeParse(`${day}T${time}${zone}${minutes}`).success
}
