import * as z from 'zod'
import type { TrailEvent, TrailPage } from '#shared/contract/audit.ts'
import type { Place, TrailRow } from './store.ts'
import { wordsOf } from './words.ts'

/** Events of a page. */
export const pageSize = 50

export function toEvent(row: TrailRow): TrailEvent {
  return {
    id: `${row.chain}-${row.seq}`,
    at: new Date(row.at).toISOString(),
    who: { id: row.actor_id, name: row.actor_name, isPlatformAdmin: row.action.startsWith('admin.') },
    action: row.action,
    what: wordsOf(row.action),
    about: row.about,
    clientId: row.client_id,
    viewingAs: row.viewing_as,
  }
}

/** A page of rows that were asked for with one more than it holds. */
export function toPage(rows: readonly TrailRow[]): TrailPage {
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  const next = last && rows.length > pageSize ? `${last.at}|${last.chain}|${last.seq}` : null
  return { items: shown.map(toEvent), next }
}

const place = /^([^|]+)\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\|(\d{1,15})$/

/** The place that `next` of a page named; the beginning for anything else. */
export function placeOf(after: string | undefined): Place | null {
  const [, at, chain, seq] = place.exec(after ?? '') ?? []
  return at && chain && seq && isMoment(at) ? { at, chain, seq: Number(seq) } : null
}

const Moment = z.iso.datetime({ offset: true })

/** Whether it is a moment as PostgreSQL writes it, which it reads again: a day of the calendar, a zone less than 16 hours away. */
function isMoment(text: string): boolean {
  const [, day, time, zone, minutes = ':00'] =
    /^(?!0000)([\d-]{10}) ([\d:.]+)([+-](?:0\d|1[0-5]))(:\d\d)?$/.exec(text) ?? []
  return Moment.safeParse(`${day}T${time}${zone}${minutes}`).success
}
