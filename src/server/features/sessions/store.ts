import { sql } from 'kysely'
import { type Note, NoteState, NoteStatus, NoteType } from '#shared/contract/notes.ts'
import { type Contact, SessionStatus } from '#shared/contract/session-status.ts'
import { type Session, type SessionProgress, SettingType, type WhichSessions } from '#shared/contract/sessions.ts'
import { OtherLanguage } from '#shared/contract/transcripts.ts'
import { lockRequest } from '#server/db/lock-request.ts'
import type { Db } from '#server/db/tenant.ts'
import { isToWrite } from './to-write.ts'
import { waitsForTranscript } from './waits-for-transcript.ts'

const heldStatuses: SessionStatus[] = ['processing', 'completed', 'failed']

export interface SessionSlice {
  which: WhichSessions
  offset: number
  limit: number
}

/**
 * Lists a client's sessions with the states of their notes, newest first. Appointments, also canceled ones, follow the
 * other sessions.
 */
export async function listSessions(
  db: Db,
  clientId: string,
  slice: SessionSlice,
): Promise<{ items: Session[]; total: number }> {
  const wanted = {
    all: sql<boolean>`true`,
    held: sql<boolean>`sessions.status in (${sql.join(heldStatuses)})`,
    'with note': sql<boolean>`exists (select from notes n where n.session_id = sessions.id and n.version > 0)`,
  }[slice.which]
  const [rows, count] = await Promise.all([
    withNotes(db)
      .where('sessions.client_id', '=', clientId)
      .where(wanted)
      .orderBy(sql`sessions.status in ('scheduled', 'cancelled') and notes.session_id is null`)
      .orderBy('sessions.date', 'desc')
      .orderBy('sessions.start_time', 'desc')
      .orderBy('sessions.id', 'desc')
      .offset(slice.offset)
      .limit(slice.limit)
      .execute(),
    db
      .selectFrom('sessions')
      .where('client_id', '=', clientId)
      .where(wanted)
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { items: rows.map(toSession), total: count.count }
}

export async function findSession(db: Db, id: string): Promise<Session | undefined> {
  const row = await withNotes(db).where('sessions.id', '=', id).executeTakeFirst()
  return row && toSession(row)
}

/** Finds the progress of a session's processing. During the recording, the stage is `queued`. */
export async function findProgress(db: Db, sessionId: string): Promise<SessionProgress | undefined> {
  const row = await db
    .selectFrom('sessions')
    .leftJoin('session_progress', 'session_progress.session_id', 'sessions.id')
    .leftJoin('transcripts', 'transcripts.session_id', 'sessions.id')
    .where('sessions.id', '=', sessionId)
    .select([
      'sessions.id as sessionId',
      'stage',
      'percent',
      'error',
      'error_code as errorCode',
      'other_language as otherLanguage',
    ])
    .executeTakeFirst()
  return (
    row && {
      ...row,
      stage: stageOf(row.stage),
      percent: row.percent ?? 0,
      otherLanguage: OtherLanguage.nullable().parse(row.otherLanguage),
    }
  )
}

/** Writes the progress of a session. A database trigger notifies all processes that listen. */
export async function writeProgress(
  db: Db,
  sessionId: string,
  progress: { stage: SessionProgress['stage']; percent: number; error?: string; errorCode?: string },
): Promise<void> {
  const values = {
    stage: progress.stage,
    percent: Math.min(100, Math.max(0, progress.percent)),
    error: progress.error ?? null,
    error_code: progress.errorCode ?? null,
  }
  await db
    .insertInto('session_progress')
    .columns(['session_id', 'organization_id', 'therapist_id', 'stage', 'percent', 'error', 'error_code'])
    .expression(
      db
        .selectFrom('sessions')
        .where('id', '=', sessionId)
        .select((select) => [
          'id',
          'organization_id',
          'therapist_id',
          select.val(values.stage).as('stage'),
          sql<number>`${values.percent}::float8`.as('percent'),
          sql<string | null>`${values.error}::text`.as('error'),
          sql<string | null>`${values.error_code}::text`.as('error_code'),
        ]),
    )
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(values))
    .execute()
}

export async function changeSession(
  db: Db,
  id: string,
  changes: { status?: SessionStatus; endTime?: string; recordingUrl?: string },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ status: changes.status, end_time: changes.endTime, recording_url: changes.recordingUrl })
    .where('id', '=', id)
    .execute()
}

/**
 * Returns the session that this request of the therapist has created, if any. Until the transaction ends, a repeated
 * request waits.
 */
export async function lockSessionRequest(
  db: Db,
  therapistId: string,
  requestId: string | undefined,
): Promise<string | undefined> {
  if (requestId === undefined) return undefined
  const [, row] = await Promise.all([
    lockRequest(db, therapistId, requestId),
    db
      .selectFrom('sessions')
      .where('therapist_id', '=', therapistId)
      .where('request_id', '=', requestId)
      .select('id')
      .executeTakeFirst(),
  ])
  return row?.id
}

export interface NewSession {
  clientId: string
  therapistId: string
  date: string
  startTime: string
  endTime: string
  settingType: SettingType
  participants: readonly string[]
  source: 'recorded' | 'uploaded' | 'transcript' | 'written'
  status: SessionStatus
  /** The default is the type of the appointment that becomes this session. */
  type?: string
  /** The default is `session`. */
  contact?: Contact
  requestId?: string | undefined
}

/** Inserts a session in the client's organization. */
export async function insertSession(db: Db, session: NewSession): Promise<string> {
  const { id } = await db
    .insertInto('sessions')
    .values({
      organization_id: db.selectFrom('clients').where('id', '=', session.clientId).select('organization_id'),
      therapist_id: session.therapistId,
      client_id: session.clientId,
      date: session.date,
      start_time: session.startTime,
      end_time: session.endTime,
      setting_type: session.settingType,
      participants: [...session.participants],
      source: session.source,
      status: session.status,
      ...(session.type !== undefined && { type: session.type }),
      ...(session.contact !== undefined && { contact: session.contact }),
      request_id: session.requestId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Inserts the empty note of a session. A written note is ready at once; another note waits for its draft. If
 * `isTypeChosen` is false, the therapist may choose the note type once before the draft.
 */
export async function insertEmptyNote(
  db: Db,
  sessionId: string,
  note: { noteType: NoteType; isTypeChosen: boolean; origin: Note['origin'] },
): Promise<void> {
  const state: NoteState = note.origin === 'written' ? 'ready' : 'waiting'
  await db
    .insertInto('notes')
    .columns([
      'session_id',
      'organization_id',
      'therapist_id',
      'client_id',
      'session_date',
      'note_type',
      'type_chosen',
      'origin',
      'state',
    ])
    .expression(
      db
        .selectFrom('sessions')
        .where('id', '=', sessionId)
        .select((select) => [
          'id',
          'organization_id',
          'therapist_id',
          'client_id',
          'date',
          select.val(note.noteType).as('note_type'),
          sql<boolean>`${note.isTypeChosen}::boolean`.as('type_chosen'),
          select.val(note.origin).as('origin'),
          select.val(state).as('state'),
        ]),
    )
    .execute()
}

/** The date of a session, its times as HH:mm, and its length, which is correct across midnight. */
export const sessionTimes = [
  'sessions.date',
  sql<string>`to_char(sessions.start_time, 'HH24:MI')`.as('startTime'),
  sql<string>`to_char(sessions.end_time, 'HH24:MI')`.as('endTime'),
  sql<number>`(mod((extract(epoch from sessions.end_time - sessions.start_time) + 86400)::int, 86400) / 60)::int`.as(
    'durationMinutes',
  ),
] as const

function withNotes(db: Db) {
  return db
    .selectFrom('sessions')
    .leftJoin('notes', 'notes.session_id', 'sessions.id')
    .select([
      'sessions.id',
      'sessions.client_id as clientId',
      'sessions.therapist_id as therapistId',
      ...sessionTimes,
      'sessions.type',
      'sessions.setting_type as settingType',
      'sessions.status',
      'notes.note_type as noteType',
      'notes.state as noteState',
      'notes.status as noteStatus',
      isToWrite.as('toWrite'),
      waitsForTranscript.as('waitsForTranscript'),
      sql<number>`coalesce(notes.to_review_count, 0)`.as('toReview'),
    ])
}

interface SessionRow extends Omit<Session, 'settingType' | 'status' | 'noteType' | 'noteState' | 'noteStatus'> {
  settingType: string
  status: string
  noteType: string | null
  noteState: string | null
  noteStatus: string | null
}

function toSession(row: SessionRow): Session {
  return {
    ...row,
    settingType: SettingType.parse(row.settingType),
    status: SessionStatus.parse(row.status),
    noteType: NoteType.nullable().parse(row.noteType),
    noteState: NoteState.nullable().parse(row.noteState),
    noteStatus: NoteStatus.nullable().parse(row.noteStatus),
  }
}

const stages = ['queued', 'preparing', 'transcribing', 'processing', 'complete', 'failed'] as const

function stageOf(text: string | null): SessionProgress['stage'] {
  return stages.find((stage) => stage === text) ?? 'queued'
}

/** Stores the reason for a delay of unfinished processing. */
export async function markWaiting(db: Db, sessionId: string, errorCode: string, error: string): Promise<void> {
  await db
    .updateTable('session_progress')
    .set({ error, error_code: errorCode })
    .where('session_id', '=', sessionId)
    .where('stage', 'not in', ['complete', 'failed'])
    .execute()
}
