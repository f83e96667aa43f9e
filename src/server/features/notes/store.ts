import { sql } from 'kysely'
import * as z from 'zod'
import {
  Coverage,
  Note,
  NoteOrigin,
  NotePage,
  NoteState,
  NoteStatus,
  NoteType,
  SafetyPassage,
  Section,
} from '#shared/contract/notes.ts'
import { Utterance } from '#shared/contract/transcripts.ts'
import { storableJson } from '#server/db/storable.ts'
import type { Db } from '#server/db/tenant.ts'
import { openItems } from './open-items.ts'
import { Decision, decisionsJson } from './decisions.ts'
import { Dismissals } from './dismissals.ts'
import { TemplateSnapshot } from '#server/features/templates/snapshot.ts'
import { toReviewable } from './to-reviewable.ts'
import { SafetyReading } from './safety-reading.ts'

const Row = z.object({
  sessionId: z.string(),
  therapistId: z.string(),
  /** The therapist who held the session. After a transfer, another therapist has access. */
  renderedBy: z.string(),
  /** Name of the therapist who held the session. */
  therapistName: z.string(),
  therapistCredentials: z.string(),
  practiceName: z.string(),
  organizationId: z.string().nullable(),
  noteType: NoteType,
  template: TemplateSnapshot.nullable(),
  state: NoteState,
  status: NoteStatus,
  origin: NoteOrigin,
  error: z.string().nullable(),
  sections: z.array(Section),
  version: z.int(),
  drafter: Note.shape.drafter,
  model: Note.shape.model,
  secondReading: Note.shape.secondReading,
  coverage: Coverage.nullable(),
  safety: z.array(SafetyPassage),
  safetyReading: SafetyReading.nullable(),
  dismissals: Dismissals,
  /** The clinician's decisions in the review. */
  decisions: z.array(Decision),
  /** Turns of the transcript whose speaker is unsure or unknown. */
  unsureTurns: z.array(Utterance),
  typeChanges: z.int(),
  enhancements: z.int(),
  /** False while the therapist can still choose the note type without using a type change. */
  typeChosen: z.boolean(),
  updatedAt: z.date(),
  /** True if the transcript changed after the note was last written. */
  isBehindTranscript: z.boolean(),
  client: NotePage.shape.client,
  session: NotePage.shape.session,
})

/** A note as stored, with its session and client. */
export type NoteRow = z.infer<typeof Row>

const unsureTurns = sql`coalesce(jsonb_path_query_array(transcripts.utterances,
  '$[*] ? (@.speaker == "unknown" || @.isSpeakerUnsure == true)'), '[]')`

const clinicianId = sql<string>`coalesce(sessions.rendered_by, notes.therapist_id)`

function noteQuery(db: Db, sessionId: string) {
  return db
    .selectFrom('notes')
    .innerJoin('sessions', 'sessions.id', 'notes.session_id')
    .innerJoin('clients', 'clients.id', 'notes.client_id')
    .leftJoin('users as therapist', (join) => join.on('therapist.id', '=', clinicianId))
    .leftJoin('organizations', 'organizations.id', 'notes.organization_id')
    .leftJoin('recordings', 'recordings.session_id', 'notes.session_id')
    .leftJoin('transcripts', 'transcripts.session_id', 'notes.session_id')
    .where('notes.session_id', '=', sessionId)
    .select([
      'notes.session_id as sessionId',
      'notes.therapist_id as therapistId',
      clinicianId.as('renderedBy'),
      sql<string>`coalesce(therapist.first_name || ' ' || therapist.last_name, '')`.as('therapistName'),
      sql<string>`coalesce(therapist.credentials, '')`.as('therapistCredentials'),
      sql<string>`coalesce(organizations.name, therapist.clinic_name, '')`.as('practiceName'),
      'notes.organization_id as organizationId',
      'notes.note_type as noteType',
      'notes.template',
      'notes.state',
      'notes.status',
      'notes.origin',
      'notes.error',
      'notes.sections',
      'notes.version',
      'notes.drafter',
      'notes.model',
      'notes.second_reading as secondReading',
      'notes.coverage',
      'notes.safety',
      'notes.safety_reading as safetyReading',
      'notes.safety_dismissals as dismissals',
      decisionsJson.as('decisions'),
      unsureTurns.as('unsureTurns'),
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
      'sessions.contact',
      'sessions.participants',
      'recordings.recorded_at as recordedAt',
      sql<boolean>`coalesce(recordings.state = 'stored', false)`.as('hasAudio'),
      sql<boolean>`coalesce(recordings.state = 'stored', false)
        and exists (select from live_chunks where live_chunks.session_id = notes.session_id)`.as('hasUnreadParts'),
      sql<boolean>`coalesce(recordings.state = 'stored' and recordings.is_cut_off, false)`.as('isCutOff'),
      sql<boolean>`transcripts.session_id is not null`.as('hasTranscript'),
      'transcripts.other_language as otherLanguage',
      'notes.transcript_deleted_at as transcriptDeletedAt',
      sql<boolean>`sessions.status = 'recording'`.as('isBeingRecorded'),
      sql<boolean>`coalesce(transcripts.updated_at >= notes.updated_at, false)`.as('isBehindTranscript'),
    ])
}

type QueriedNote = Awaited<ReturnType<ReturnType<typeof noteQuery>['executeTakeFirstOrThrow']>>

function toRow(row: QueriedNote): NoteRow {
  return Row.parse({
    ...row,
    client: { ...row, id: row.clientId },
    session: {
      ...row,
      id: row.sessionId,
      recordedAt: row.recordedAt?.toISOString() ?? null,
      transcriptDeletedAt: row.transcriptDeletedAt?.toISOString() ?? null,
    },
  })
}

/** Finds the note of a session that the caller may see. */
export async function findNote(db: Db, sessionId: string): Promise<NoteRow | undefined> {
  const row = await noteQuery(db, sessionId).executeTakeFirst()
  return row && toRow(row)
}

/**
 * Finds a note that the caller may write, and locks it until the transaction ends. Other transactions can still add
 * rows that refer to the note.
 */
export async function lockNote(db: Db, sessionId: string): Promise<NoteRow | undefined> {
  // A second statement reads the row, because the statement that waits for the lock does not see rows that were added
  // to other tables during the wait.
  const [locked, row] = await Promise.all([
    db.selectFrom('notes').where('session_id', '=', sessionId).select('session_id').forNoKeyUpdate().executeTakeFirst(),
    noteQuery(db, sessionId).executeTakeFirst(),
  ])
  return locked && row && toRow(row)
}

/** Updates a note without adding a version, and counts the open items of its review queue. */
export async function updateNote(db: Db, note: NoteRow): Promise<NoteRow> {
  const { updated_at } = await db
    .updateTable('notes')
    .set({
      note_type: note.noteType,
      template: note.template && storableJson(note.template),
      state: note.state,
      error: note.error,
      sections: storableJson(note.sections),
      version: note.version,
      drafter: note.drafter,
      model: note.model,
      second_reading: note.secondReading,
      coverage: note.coverage && storableJson(note.coverage),
      safety: storableJson(note.safety),
      safety_reading: note.safetyReading && storableJson(note.safetyReading),
      safety_dismissals: storableJson(note.dismissals),
      note_type_change_count: note.typeChanges,
      note_enhance_count: note.enhancements,
      type_chosen: note.typeChosen,
      to_review_count: openItems(toReviewable(note)).length,
    })
    .where('session_id', '=', note.sessionId)
    .returning('updated_at')
    .executeTakeFirstOrThrow()
  return { ...note, updatedAt: updated_at }
}

/** Updates only the stored number of open review items. */
export async function updateReviewCount(db: Db, note: NoteRow): Promise<void> {
  await db
    .updateTable('notes')
    .set({ to_review_count: openItems(toReviewable(note)).length })
    .where('session_id', '=', note.sessionId)
    .execute()
}

/** Lists a batch of notes, of all organizations, whose open review items were never counted. For jobs. */
export async function listUncounted(db: Db): Promise<{ sessionId: string; therapistId: string }[]> {
  const { rows } = await sql<{ sessionId: string; therapistId: string }>`
    select session_id as "sessionId", therapist_id as "therapistId" from app.uncounted_notes()`.execute(db)
  return rows
}

const Latest = Row.pick({ sessionId: true, noteType: true, template: true, sections: true }).extend({
  date: z.string(),
})

/** False for a worksheet of excerpts into which the therapist has written no text. */
const isNotBlankWorksheet = sql<boolean>`(jsonb_path_exists(notes.sections, '$[*] ? (@.content like_regex "\\\\S")')
  or not jsonb_path_exists(notes.sections, '$[*] ? (exists(@.excerpts))'))`

/**
 * Builds the query for the client's newest note with text. Skips the session `exceptSessionId`, and sessions that are
 * being recorded or were canceled or missed.
 */
export function latestNoteQuery(db: Db, clientId: string, exceptSessionId: string | null) {
  return db
    .selectFrom('sessions')
    .innerJoin('notes', 'notes.session_id', 'sessions.id')
    .where('sessions.client_id', '=', clientId)
    .where('sessions.status', 'not in', ['recording', 'cancelled', 'no-show'])
    .where('notes.version', '>', 0)
    .where(isNotBlankWorksheet)
    .$if(exceptSessionId !== null, (query) => query.where('sessions.id', '!=', exceptSessionId))
    .orderBy('sessions.date', 'desc')
    .orderBy('sessions.start_time', 'desc')
    .orderBy('sessions.id', 'desc')
    .limit(1)
    .select([
      'sessions.id as sessionId',
      'sessions.date',
      'notes.note_type as noteType',
      'notes.template',
      'notes.sections',
    ])
}

/** Finds the client's newest note with text from before a session. */
export async function findNoteBefore(
  db: Db,
  clientId: string,
  sessionId: string,
): Promise<z.infer<typeof Latest> | undefined> {
  const row = await latestNoteQuery(db, clientId, sessionId).where(isBeforeSession(sessionId)).executeTakeFirst()
  return row && Latest.parse(row)
}

/** Finds the type of a session, and whether no earlier session with the client took place. */
export async function findOccurrence(db: Db, sessionId: string): Promise<{ type: string; isFirst: boolean }> {
  return await db
    .selectFrom('sessions as this')
    .where('this.id', '=', sessionId)
    .select((eb) => [
      'this.type',
      eb
        .not(
          eb.exists(
            eb
              .selectFrom('sessions')
              .whereRef('sessions.client_id', '=', 'this.client_id')
              .where('sessions.status', 'not in', ['scheduled', 'recording', 'cancelled', 'no-show'])
              .where(isBeforeSession(sessionId))
              .select('sessions.id'),
          ),
        )
        .$castTo<boolean>()
        .as('isFirst'),
    ])
    .executeTakeFirstOrThrow()
}

const isBeforeSession = (sessionId: string) => sql<boolean>`(sessions.date, sessions.start_time, sessions.id)
  < (select s.date, s.start_time, s.id from sessions s where s.id = ${sessionId})`

/** Finds the client's newest note with text that the caller may see. */
export async function findLatestNote(
  db: Db,
  clientId: string,
  exceptSessionId: string | null,
): Promise<z.infer<typeof Latest> | undefined> {
  const row = await latestNoteQuery(db, clientId, exceptSessionId).executeTakeFirst()
  return row && Latest.parse(row)
}
