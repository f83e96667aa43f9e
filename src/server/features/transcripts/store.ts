import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { NoteStatus } from '#shared/contract/notes.ts'
import { SessionTranscript, type Transcript, type Utterance } from '#shared/contract/transcripts.ts'
import { lockRequest } from '#server/db/lock-request.ts'
import { storableJson, storableText } from '#server/db/storable.ts'
import type { Db } from '#server/db/tenant.ts'

/** Parsing more utterances than this takes long, so other work of the event loop runs first. */
const manyUtterances = 2000

/** Finds a session that the caller may see, with its transcript if there is one. */
export async function findSessionTranscript(db: Db, sessionId: string) {
  const row = await db
    .selectFrom('sessions')
    .leftJoin('transcripts', 'transcripts.session_id', 'sessions.id')
    .where('sessions.id', '=', sessionId)
    .select([
      'sessions.client_id as clientId',
      'utterances',
      'language',
      'engine',
      'has_times as hasTimes',
      'voices',
      'own_label as ownLabel',
      'revision',
    ])
    .executeTakeFirst()
  if (Array.isArray(row?.utterances) && row.utterances.length > manyUtterances) await setImmediate()
  return row && { clientId: row.clientId, transcript: row.utterances === null ? undefined : transcriptOf(row) }
}

export async function hasTranscript(db: Db, sessionId: string): Promise<boolean> {
  const row = db.selectFrom('transcripts').where('session_id', '=', sessionId).select('session_id')
  return (await row.executeTakeFirst()) !== undefined
}

function transcriptOf(row: { voices: number | null; ownLabel: string | null }): SessionTranscript {
  return SessionTranscript.parse({ ...row, voices: row.voices ?? undefined, ownLabel: row.ownLabel ?? undefined })
}

/** The participants of a session by name, and the length of its recording. */
export interface SessionParticipants {
  client: string
  therapist: string
  others: string[]
  /** Null if there is no readable recording. */
  recordedSeconds: number | null
}

/** @throws Error if the caller may not see the session */
export async function findSessionParticipants(db: Db, sessionId: string): Promise<SessionParticipants> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('clients', 'clients.id', 'sessions.client_id')
    .innerJoin('users', 'users.id', 'sessions.therapist_id')
    .leftJoin('recordings', 'recordings.session_id', 'sessions.id')
    .where('sessions.id', '=', sessionId)
    .select([
      sql<string>`clients.first_name || ' ' || clients.last_name`.as('client'),
      sql<string>`users.first_name || ' ' || users.last_name`.as('therapist'),
      'recordings.duration_seconds as recordedSeconds',
      'sessions.participants as others',
    ])
    .executeTakeFirstOrThrow()
  return row
}

/** The fields of a session’s note that decide whether a draft of it can be saved. */
export interface SessionNote {
  origin: string
  status: NoteStatus
  version: number
  /** The therapist who held the session. */
  renderedBy: string
  /** Empty if the caller may not read the name. */
  therapistName: string
}

/** Finds the caller's note of a session and locks it until the transaction ends, so that no one signs it meanwhile. */
export async function lockSessionNote(db: Db, sessionId: string): Promise<SessionNote | undefined> {
  const row = await db
    .selectFrom('notes')
    .innerJoin('sessions', 'sessions.id', 'notes.session_id')
    .leftJoin('users', 'users.id', 'sessions.rendered_by')
    .where('notes.session_id', '=', sessionId)
    .select([
      'notes.origin',
      'notes.status',
      'notes.version',
      sql<string>`coalesce(sessions.rendered_by, notes.therapist_id)`.as('renderedBy'),
      sql<string>`coalesce(users.first_name || ' ' || users.last_name, '')`.as('therapistName'),
    ])
    .forNoKeyUpdate('notes')
    .executeTakeFirst()
  return row && { ...row, status: NoteStatus.parse(row.status) }
}

/** Finds a transcript of the caller and locks it until the transaction ends. */
export async function lockTranscript(db: Db, sessionId: string): Promise<SessionTranscript | undefined> {
  const row = await db
    .selectFrom('transcripts')
    .where('session_id', '=', sessionId)
    .select([
      'utterances',
      'language',
      'engine',
      'has_times as hasTimes',
      'voices',
      'own_label as ownLabel',
      'revision',
    ])
    .forUpdate()
    .executeTakeFirst()
  return row && transcriptOf(row)
}

/**
 * Returns the session that this request of the therapist has created, if any. Until the transaction ends, a repeated
 * request waits.
 */
export async function lockImport(db: Db, therapistId: string, requestId: string): Promise<string | undefined> {
  const [, row] = await Promise.all([
    lockRequest(db, therapistId, requestId),
    db
      .selectFrom('transcripts')
      .where('therapist_id', '=', therapistId)
      .where('request_id', '=', requestId)
      .select('session_id as sessionId')
      .executeTakeFirst(),
  ])
  return row?.sessionId
}

/** A transcript with its utterances as JSON. */
export interface StoredTranscript extends Omit<Transcript, 'utterances'> {
  utterances: string
}

/** Finds the utterances of a session as JSON text, which is not parsed here. */
export async function findUtterances(db: Db, sessionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('transcripts')
    .where('session_id', '=', sessionId)
    .select(sql<string>`utterances::text`.as('utterances'))
    .executeTakeFirst()
  return row?.utterances
}

/** The file of an imported transcript. */
export interface ImportedFile {
  /** Name in the file store. */
  name: string
  /** Id of the request that created the session with this file; null for an existing session. */
  requestId: string | null
}

/** Inserts a session's transcript. Returns false and changes nothing if the session already has a transcript. */
export async function insertTranscript(
  db: Db,
  sessionId: string,
  transcript: StoredTranscript,
  file: ImportedFile | null = null,
): Promise<boolean> {
  const inserted = await db
    .insertInto('transcripts')
    .columns([
      'session_id',
      'organization_id',
      'therapist_id',
      'utterances',
      'language',
      'engine',
      'has_times',
      'voices',
      'own_label',
      'original_name',
      'request_id',
    ])
    .expression(
      db
        .selectFrom('sessions')
        .where('id', '=', sessionId)
        .select([
          'id',
          'organization_id',
          'therapist_id',
          sql<string>`${transcript.utterances}::jsonb`.as('utterances'),
          sql<string>`${storableText(transcript.language)}::text`.as('language'),
          sql<string>`${storableText(transcript.engine)}::text`.as('engine'),
          sql<boolean>`${transcript.hasTimes}::boolean`.as('has_times'),
          sql<number | null>`${transcript.voices ?? null}::smallint`.as('voices'),
          sql<string | null>`${transcript.ownLabel ?? null}::text`.as('own_label'),
          sql<string | null>`${file?.name ?? null}::text`.as('original_name'),
          sql<string | null>`${file?.requestId ?? null}::uuid`.as('request_id'),
        ]),
    )
    .onConflict((conflict) => conflict.column('session_id').doNothing())
    .returning('session_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Finds the name of the file from which a transcript was imported. Null if it was transcribed. */
export async function findOriginalName(db: Db, sessionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('transcripts')
    .where('session_id', '=', sessionId)
    .select('original_name as name')
    .executeTakeFirst()
  return row?.name ?? null
}

/** Writes the utterances. Returns the new revision, which a database trigger increases. */
export async function updateUtterances(db: Db, sessionId: string, utterances: readonly Utterance[]): Promise<number> {
  const { revision } = await db
    .updateTable('transcripts')
    .set({ utterances: storableJson(utterances) })
    .where('session_id', '=', sessionId)
    .returning('revision')
    .executeTakeFirstOrThrow()
  return revision
}

/** Clears the label of the speaker who was recognized by the stored voice. */
export async function clearOwnLabel(db: Db, sessionId: string): Promise<void> {
  await db.updateTable('transcripts').set({ own_label: null }).where('session_id', '=', sessionId).execute()
}
