import { sql } from 'kysely'
import * as z from 'zod'
import { Pronouns } from '#shared/contract/clients.ts'
import { Coverage, Note, NotePage, NoteState, NoteType, SafetyPassage, Section } from '#shared/contract/notes.ts'
import { storableJson } from '#server/db/storable.ts'
import type { Db } from '#server/db/tenant.ts'
import { Dismissals } from './dismissals.ts'

const Row = z.object({
  sessionId: z.string(),
  therapistId: z.string(),
  /** The therapist who held the session; after a transfer, another one has access. */
  renderedBy: z.string(),
  /** Name of the therapist who held the session. */
  therapistName: z.string(),
  organizationId: z.string().nullable(),
  noteType: NoteType,
  state: NoteState,
  error: z.string().nullable(),
  sections: z.array(Section),
  version: z.int(),
  drafter: Note.shape.drafter,
  model: Note.shape.model,
  secondReading: Note.shape.secondReading,
  coverage: Coverage.nullable(),
  safety: z.array(SafetyPassage),
  dismissals: Dismissals,
  typeChanges: z.int(),
  enhancements: z.int(),
  /** False while its note type can still be chosen for free. */
  typeChosen: z.boolean(),
  updatedAt: z.date(),
  /** True if the transcript changed after the note was last written. */
  isBehindTranscript: z.boolean(),
  client: NotePage.shape.client.extend({ pronouns: Pronouns }),
  session: NotePage.shape.session,
})

/** A note as stored, with its session and client. */
export type NoteRow = z.infer<typeof Row>

const heldBy = sql<string>`coalesce(sessions.rendered_by, notes.therapist_id)`

function withSurroundings(db: Db, sessionId: string) {
  return db
    .selectFrom('notes')
    .innerJoin('sessions', 'sessions.id', 'notes.session_id')
    .innerJoin('clients', 'clients.id', 'notes.client_id')
    .leftJoin('users as therapist', (join) => join.on('therapist.id', '=', heldBy))
    .leftJoin('recordings', 'recordings.session_id', 'notes.session_id')
    .leftJoin('transcripts', 'transcripts.session_id', 'notes.session_id')
    .where('notes.session_id', '=', sessionId)
    .select([
      'notes.session_id as sessionId',
      'notes.therapist_id as therapistId',
      heldBy.as('renderedBy'),
      sql<string>`coalesce(therapist.first_name || ' ' || therapist.last_name, '')`.as('therapistName'),
      'notes.organization_id as organizationId',
      'notes.note_type as noteType',
      'notes.state',
      'notes.error',
      'notes.sections',
      'notes.version',
      'notes.drafter',
      'notes.model',
      'notes.second_reading as secondReading',
      'notes.coverage',
      'notes.safety',
      'notes.safety_dismissals as dismissals',
      'notes.note_type_change_count as typeChanges',
      'notes.note_enhance_count as enhancements',
      'notes.type_chosen as typeChosen',
      'notes.updated_at as updatedAt',
      'clients.id as clientId',
      'clients.first_name as firstName',
      'clients.last_name as lastName',
      'clients.pronouns',
      'clients.treatment_approach as treatmentApproach',
      'sessions.date',
      sql<string>`to_char(sessions.start_time, 'HH24:MI')`.as('startTime'),
      sql<string>`to_char(sessions.end_time, 'HH24:MI')`.as('endTime'),
      sql<number>`(mod((extract(epoch from sessions.end_time - sessions.start_time) + 86400)::int, 86400) / 60)::int`.as(
        'durationMinutes',
      ),
      'sessions.setting_type as settingType',
      'sessions.source',
      'sessions.participants',
      'recordings.recorded_at as recordedAt',
      sql<boolean>`coalesce(recordings.state = 'stored', false)`.as('hasAudio'),
      sql<boolean>`coalesce(recordings.state = 'stored', false)
        and exists (select from live_chunks where live_chunks.session_id = notes.session_id)`.as('hasUnreadParts'),
      sql<boolean>`coalesce(recordings.state = 'stored' and recordings.is_cut_off, false)`.as('isCutOff'),
      sql<boolean>`transcripts.session_id is not null`.as('hasTranscript'),
      'transcripts.other_language as otherLanguage',
      sql<boolean>`sessions.status = 'recording'`.as('isBeingRecorded'),
      sql<boolean>`coalesce(transcripts.updated_at >= notes.updated_at, false)`.as('isBehindTranscript'),
    ])
}

type Surrounded = Awaited<ReturnType<ReturnType<typeof withSurroundings>['executeTakeFirstOrThrow']>>

function toRow(row: Surrounded): NoteRow {
  return Row.parse({
    ...row,
    client: { ...row, id: row.clientId },
    session: { ...row, id: row.sessionId, recordedAt: row.recordedAt?.toISOString() ?? null },
  })
}

/** The note of a session that the caller may see. */
export async function findNote(db: Db, sessionId: string): Promise<NoteRow | undefined> {
  const row = await withSurroundings(db, sessionId).executeTakeFirst()
  return row && toRow(row)
}

/** A note that the caller may write, locked until the transaction ends. */
export async function lockNote(db: Db, sessionId: string): Promise<NoteRow | undefined> {
  const row = await withSurroundings(db, sessionId).forUpdate('notes').executeTakeFirst()
  return row && toRow(row)
}

/** Updates a note without adding a version. */
export async function updateNote(db: Db, note: NoteRow): Promise<NoteRow> {
  const { updated_at } = await db
    .updateTable('notes')
    .set({
      note_type: note.noteType,
      state: note.state,
      error: note.error,
      sections: storableJson(note.sections),
      version: note.version,
      drafter: note.drafter,
      model: note.model,
      second_reading: note.secondReading,
      coverage: note.coverage && storableJson(note.coverage),
      safety: storableJson(note.safety),
      safety_dismissals: storableJson(note.dismissals),
      note_type_change_count: note.typeChanges,
      note_enhance_count: note.enhancements,
      type_chosen: note.typeChosen,
    })
    .where('session_id', '=', note.sessionId)
    .returning('updated_at')
    .executeTakeFirstOrThrow()
  return { ...note, updatedAt: updated_at }
}

const Latest = Row.pick({ sessionId: true, noteType: true, sections: true }).extend({ date: z.string() })

/** Excludes worksheets without any text. */
const isBegun = sql<boolean>`(jsonb_path_exists(notes.sections, '$[*] ? (@.content like_regex "\\\\S")')
  or not jsonb_path_exists(notes.sections, '$[*] ? (exists(@.excerpts))'))`

/** The client's newest note with text, of a session that is over, except `exceptSessionId`. */
export function latestNote(db: Db, clientId: string, exceptSessionId: string | null) {
  return db
    .selectFrom('sessions')
    .innerJoin('notes', 'notes.session_id', 'sessions.id')
    .where('sessions.client_id', '=', clientId)
    .where('sessions.status', 'not in', ['recording', 'cancelled'])
    .where('notes.version', '>', 0)
    .where(isBegun)
    .$if(exceptSessionId !== null, (query) => query.where('sessions.id', '!=', exceptSessionId))
    .orderBy('sessions.date', 'desc')
    .orderBy('sessions.start_time', 'desc')
    .orderBy('sessions.id', 'desc')
    .limit(1)
    .select(['sessions.id as sessionId', 'sessions.date', 'notes.note_type as noteType', 'notes.sections'])
}

/** The client's newest note that the caller may see. */
export async function findLatestNote(
  db: Db,
  clientId: string,
  exceptSessionId: string | null,
): Promise<z.infer<typeof Latest> | undefined> {
  const row = await latestNote(db, clientId, exceptSessionId).executeTakeFirst()
  return row && Latest.parse(row)
}
