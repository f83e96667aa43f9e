import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { ListedNote, type NotePlace } from '#shared/contract/notes.ts'
import type { Actor, Db } from '#server/db/tenant.ts'
import { isToWrite } from '#server/features/sessions/to-write.ts'

export interface NoteFilter {
  /** Nothing when it is empty. */
  search: string
  /** First and last day of the sessions. */
  from: string | null
  to: string | null
}

export interface NotePage {
  after: NotePlace | null
  limit: number
}

type NoteListing = NoteFilter & NotePage

const Row = ListedNote.omit({ line: true }).extend({
  /** What each section says. */
  contents: z.array(z.string()),
  /** With the seconds. */
  time: z.string(),
})

/** A note of the list as it is stored. */
export type ListedRow = z.infer<typeof Row>

/**
 * Notes that one of the filters lets through, newest session first, after a place in that order, as this person's role sees them. The
 * page is cut first, then joined.
 */
export async function listNotes(
  db: Db,
  actor: Actor,
  filters: readonly NoteFilter[],
  { after, limit }: NotePage,
): Promise<ListedRow[]> {
  const parts = filters.map((filter) => sql`(${seen(actor, { ...filter, after, limit })})`)
  const page = sql<Place>`(select * from (${sql.join(parts, sql` union `)}) seen
    order by session_date desc, start_time desc, session_id desc limit ${limit})`
  const rows = await db
    .selectFrom(page.as('page'))
    .innerJoin('notes', 'notes.session_id', 'page.session_id')
    .innerJoin('sessions', 'sessions.id', 'page.session_id')
    .innerJoin('clients', 'clients.id', 'notes.client_id')
    .leftJoin('users as therapist', (join) => join.on('therapist.id', '=', heldBy))
    .select([
      'page.session_id as sessionId',
      'clients.id as clientId',
      'clients.first_name as firstName',
      'clients.last_name as lastName',
      sql<string | null>`case when ${heldBy} <> ${actor.userId}
        then coalesce(therapist.first_name || ' ' || therapist.last_name, '') end`.as('therapistName'),
      'page.session_date as date',
      'page.start_time as time',
      sql<string>`to_char(sessions.start_time, 'HH24:MI')`.as('startTime'),
      sql<string>`to_char(sessions.end_time, 'HH24:MI')`.as('endTime'),
      'sessions.type',
      'sessions.setting_type as settingType',
      'sessions.status as sessionStatus',
      'notes.note_type as noteType',
      'notes.state as noteState',
      sql<string[]>`jsonb_path_query_array(notes.sections, '$[*].content')`.as('contents'),
      isToWrite.as('toWrite'),
    ])
    .orderBy('page.session_date', 'desc')
    .orderBy('page.start_time', 'desc')
    .orderBy('page.session_id', 'desc')
    .execute()
  return rows.map((row) => Row.parse({ ...row, client: { ...row, id: row.clientId } }))
}

/** The therapist who held the session; after a transfer, another one has access. */
const heldBy = sql<string>`coalesce(sessions.rendered_by, notes.therapist_id)`

interface Place {
  session_id: string
  session_date: string
  start_time: string
}

/**
 * What a role sees, as parts that each follow one index: a therapist's own notes; a supervisor's, therapist by therapist; an
 * organization's, and beside it an owner's own, of which those without organization are new. Row-level security stands behind it.
 */
function seen(actor: Actor, listing: NoteListing): RawBuilder<Place> {
  const { organizationRole, organizationId, userId } = actor
  const own = part({ therapist: sql`${userId}::uuid` }, listing)
  if (organizationRole === 'supervisor') {
    return sql`select part.* from (select unnest(app.uuids('app.therapists')) as id) therapist
      cross join lateral (${part({ therapist: sql.ref('therapist.id') }, listing)}) part`
  }
  if (organizationId && (organizationRole === 'owner' || organizationRole === 'admin')) {
    return sql`(${part({ organization: sql`${organizationId}::uuid` }, listing)}) union (${own})`
  }
  return own
}

type Scope = { organization: RawBuilder<unknown> } | { therapist: RawBuilder<unknown> }

/** Every part is cut before the parts are merged, so that each reads its ordered index and no more. */
function part(scope: Scope, { search, from, to, after, limit }: NoteListing): RawBuilder<Place> {
  const start = startOf(to, after)
  const place = sql`${start?.date ?? null}::date, ${start?.time ?? null}::time, ${start?.sessionId ?? null}::uuid`
  if (search !== '') {
    const none = sql`null::uuid`
    const [organization, therapist] = 'therapist' in scope ? [none, scope.therapist] : [scope.organization, none]
    return sql`select * from app.search_notes(${search}, ${organization}, ${therapist}, ${place}, ${limit}, ${from}::date)`
  }
  const whose =
    'therapist' in scope ? sql`therapist_id = ${scope.therapist}` : sql`organization_id = ${scope.organization}`
  return sql`select session_id, session_date, start_time from note_search
    where ${whose} ${start ? sql`and (session_date, start_time, session_id) < (${place})` : sql``}
      ${from === null ? sql`` : sql`and session_date >= ${from}::date`}
    order by session_date desc, start_time desc, session_id desc limit ${limit}`
}

/** Where the list begins: after a place in its order, and after everything later than the last day. */
function startOf(lastDay: string | null, after: NotePlace | null): NotePlace | null {
  if (lastDay === null || (after !== null && after.date <= lastDay)) return after
  return { date: lastDay, time: '24:00', sessionId: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
}
