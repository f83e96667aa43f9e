import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { ListedNote, type NotePlace } from '#shared/contract/notes.ts'
import type { Actor, Db } from '#server/db/tenant.ts'
import { isToWrite } from '#server/features/sessions/to-write.ts'
import { waitsForTranscript } from '#server/features/sessions/waits-for-transcript.ts'

export interface NoteFilter {
  /** Empty if there are no search words. */
  search: string
  /** First and last day of the sessions, `yyyy-MM-dd`. Null without a limit. */
  from: string | null
  to: string | null
}

export interface PageRequest {
  after: NotePlace | null
  limit: number
}

type NoteListing = NoteFilter & PageRequest

const Row = ListedNote.omit({ line: true }).extend({
  /** The text of each section. */
  contents: z.array(z.string()),
  /** `HH:mm:ss` */
  time: z.string(),
})

/** A listed note as stored. */
export type ListedRow = z.infer<typeof Row>

/**
 * Lists notes that match one of the filters, newest session first, after a cursor, in the scope of the caller's role.
 * The page is limited before the joins.
 */
export async function listNotes(
  db: Db,
  actor: Actor,
  filters: readonly NoteFilter[],
  { after, limit }: PageRequest,
): Promise<ListedRow[]> {
  const parts = filters.map((filter) => sql`(${visibleNotes(actor, { ...filter, after, limit })})`)
  const page = sql<PageRow>`(select * from (${sql.join(parts, sql` union `)}) seen
    order by session_date desc, start_time desc, session_id desc limit ${limit})`
  const rows = await db
    .selectFrom(page.as('page'))
    .innerJoin('notes', 'notes.session_id', 'page.session_id')
    .innerJoin('sessions', 'sessions.id', 'page.session_id')
    .innerJoin('clients', 'clients.id', 'notes.client_id')
    .leftJoin('users as therapist', (join) => join.on('therapist.id', '=', clinicianId))
    .select([
      'page.session_id as sessionId',
      'clients.id as clientId',
      'clients.first_name as firstName',
      'clients.last_name as lastName',
      sql<string | null>`case when ${clinicianId} <> ${actor.userId}
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
      waitsForTranscript.as('waitsForTranscript'),
      sql<number>`coalesce(notes.to_review_count, 0)`.as('toReview'),
      'notes.status as noteStatus',
    ])
    .orderBy('page.session_date', 'desc')
    .orderBy('page.start_time', 'desc')
    .orderBy('page.session_id', 'desc')
    .execute()
  return rows.map((row) => Row.parse({ ...row, client: { ...row, id: row.clientId } }))
}

/** Indexes a batch of due notes of all organizations. Returns the number of indexed notes. For jobs. */
export async function indexDueBatch(db: Db): Promise<number> {
  const { rows } = await sql<{ indexed: number }>`select app.index_due_notes() as indexed`.execute(db)
  return rows[0]?.indexed ?? 0
}

/** The therapist who held the session. After a transfer, another therapist has access. */
const clinicianId = sql<string>`coalesce(sessions.rendered_by, notes.therapist_id)`

interface PageRow {
  session_id: string
  session_date: string
  start_time: string
}

/**
 * Selects the notes that a role sees, in parts that each use one index. A therapist sees their own notes, and a
 * supervisor the notes of each therapist in their scope. Owners and admins see all notes of the organization, and their
 * own. Row-level security applies as well.
 */
function visibleNotes(actor: Actor, listing: NoteListing): RawBuilder<PageRow> {
  const { organizationRole, organizationId, userId } = actor
  const own = notesInScope({ therapist: sql`${userId}::uuid` }, listing)
  if (organizationRole === 'supervisor') {
    return sql`select part.* from (select unnest(app.uuids('app.therapists')) as id) therapist
      cross join lateral (${notesInScope({ therapist: sql.ref('therapist.id') }, listing)}) part`
  }
  if (organizationId && (organizationRole === 'owner' || organizationRole === 'admin')) {
    return sql`(${notesInScope({ organization: sql`${organizationId}::uuid` }, listing)}) union (${own})`
  }
  return own
}

type Scope = { organization: RawBuilder<unknown> } | { therapist: RawBuilder<unknown> }

/** Selects the notes of one scope. The limit per scope lets the database read only the beginning of the scope's index. */
function notesInScope(scope: Scope, { search, from, to, after, limit }: NoteListing): RawBuilder<PageRow> {
  const start = startingPoint(to, after)
  const cursor = sql`${start?.date ?? null}::date, ${start?.time ?? null}::time, ${start?.sessionId ?? null}::uuid`
  if (search !== '') {
    const nullId = sql`null::uuid`
    const [organization, therapist] = 'therapist' in scope ? [nullId, scope.therapist] : [scope.organization, nullId]
    return sql`select * from app.search_notes(${search}, ${organization}, ${therapist}, ${cursor}, ${limit}, ${from}::date)`
  }
  const isInScope =
    'therapist' in scope ? sql`therapist_id = ${scope.therapist}` : sql`organization_id = ${scope.organization}`
  return sql`select session_id, session_date, start_time from note_search
    where ${isInScope} ${start ? sql`and (session_date, start_time, session_id) < (${cursor})` : sql``}
      ${from === null ? sql`` : sql`and session_date >= ${from}::date`}
    order by session_date desc, start_time desc, session_id desc limit ${limit}`
}

/** Returns the place after which the list starts: the cursor, or the end of the last day if that is earlier. */
function startingPoint(lastDay: string | null, after: NotePlace | null): NotePlace | null {
  if (lastDay === null || (after !== null && after.date <= lastDay)) return after
  return { date: lastDay, time: '24:00', sessionId: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
}
