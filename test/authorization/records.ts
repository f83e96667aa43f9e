import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { noInsights } from '#shared/contract/insights.ts'
import { wav } from '#test/upload.ts'
import { buildPsychotherapyNote } from '#test/psychotherapy-note.ts'
import type { World } from '#test/world.ts'

/** A client with rows in most tables of client records. */
export interface ClientRecord {
  clientId: string
  /** A session with recording, transcript and note. */
  sessionId: string
  /** A session that failed because no speech engine was available: it has a recording and no transcript. */
  bareSessionId: string
  /** A scheduled session, the only one of a series. */
  scheduledSessionId: string
  seriesId: string
  /** A session that is being recorded, with one stored chunk. */
  liveSessionId: string
  /** An upload with all chunks and without a session. */
  uploadId: string
  psychotherapyNoteId: string
  /** A lifted legal hold. */
  holdId: string
  /** An open amendment request about the failed session. */
  amendmentId: string
  /** Part of every text of the record, so that a search finds leaks. */
  marker: string
}

const audio = wav(0.2)

/** The text of the record's transcript. */
export const spokenIn = (marker: string) => `${marker} ${'we spoke about sleep '.repeat(20)}`

/** More than a day ago, because the tests create more unfinished uploads than a day allows. */
const longAgo = () => new Date(Date.now() - 25 * 60 * 60 * 1000)

/** Ids without a record, well-formed or not. */
export function missingRecord(form: 'nonExistent' | 'malformed'): ClientRecord {
  const id = form === 'nonExistent' ? '00000000-0000-4000-8000-00000000dead' : 'no-such-thing'
  const sessions = { sessionId: id, bareSessionId: id, scheduledSessionId: id, liveSessionId: id }
  return {
    clientId: id,
    ...sessions,
    seriesId: id,
    uploadId: id,
    psychotherapyNoteId: id,
    amendmentId: id,
    holdId: id,
    marker: '',
  }
}

/** Inserts a complete record as the superuser. */
export async function buildRecord(
  world: World,
  holder: { therapistId: string; organizationId: string | null },
): Promise<ClientRecord> {
  const marker = `marker-${randomUUID()}`
  const owner = { organization_id: holder.organizationId, therapist_id: holder.therapistId }
  const { db } = world
  const clientId = randomUUID()
  const person = { id: clientId, first_name: marker, last_name: 'Quill' }
  await db
    .insertInto('clients')
    .values({ ...owner, ...person })
    .execute()
  const times = { date: '2026-03-02', start_time: '09:00', end_time: '09:50' }
  const seriesId = randomUUID()
  await db
    .insertInto('session_series')
    .values({
      ...owner,
      id: seriesId,
      client_id: clientId,
      frequency: 'weekly',
      first_date: times.date,
      date_count: 1,
      start_time: times.start_time,
      duration_minutes: 50,
    })
    .execute()
  const repeats = { series_id: seriesId, series_date: times.date }
  const sessions = [
    { id: randomUUID(), ...owner, ...times, client_id: clientId, status: 'completed' },
    { id: randomUUID(), ...owner, ...times, client_id: clientId, status: 'failed' },
    { id: randomUUID(), ...owner, ...times, client_id: clientId, ...repeats, status: 'scheduled' },
    { id: randomUUID(), ...owner, ...times, client_id: clientId, status: 'recording' },
  ] as const
  const [{ id: sessionId }, { id: bareSessionId }, { id: scheduledSessionId }, { id: liveSessionId }] = sessions
  await db
    .insertInto('sessions')
    .values([...sessions])
    .execute()

  const utterances = [
    {
      id: 'u1',
      speaker: 'client',
      label: 'Client',
      start: 0,
      end: 9,
      text: spokenIn(marker),
    },
  ]
  const sections = [{ title: 'Subjective', content: `${marker} slept badly.`, statements: [] }]
  const written = { sections: JSON.stringify(sections), drafter: 'extractive', note_type: 'SOAP' }
  const note = { ...owner, client_id: clientId, session_date: times.date }
  await Promise.all([
    db
      .insertInto('notes')
      .values([{ ...note, ...written, session_id: sessionId, state: 'ready', version: 2 }])
      .execute(),
    db
      .insertInto('notes')
      .values({ ...note, session_id: bareSessionId })
      .execute(),
    db
      .insertInto('session_progress')
      .values([
        { ...owner, session_id: sessionId, stage: 'complete', percent: 100 },
        {
          ...owner,
          session_id: bareSessionId,
          stage: 'failed',
          percent: 0,
          error: marker,
          error_code: 'speech_unavailable',
        },
      ])
      .execute(),
    db
      .insertInto('transcripts')
      .values({
        ...owner,
        session_id: sessionId,
        utterances: JSON.stringify(utterances),
        language: 'en',
        engine: 'test',
        has_times: true,
        revision: 1,
      })
      .execute(),
  ])
  const replaced = { speakers: [{ label: marker, speaker: 'client', ids: ['u1'] }], turns: null }
  await db
    .insertInto('transcript_edits')
    .values({
      session_id: sessionId,
      revision: 1,
      edited_by: holder.therapistId,
      kind: 'rename',
      replaced: JSON.stringify(replaced),
    })
    .execute()
  await db
    .insertInto('transcript_corrections')
    .values({
      session_id: sessionId,
      utterance_id: 'u1',
      corrected_by: holder.therapistId,
      text: marker,
      speaker: 'other',
    })
    .execute()
  await db
    .insertInto('note_versions')
    .values([
      { ...owner, ...written, session_id: sessionId, version: 1, reason: 'drafted' },
      { ...owner, ...written, session_id: sessionId, version: 2, reason: 'edited' },
    ])
    .execute()

  await db
    .insertInto('note_requests')
    .values({ ...owner, session_id: sessionId, kind: 'draft', note_type: 'SOAP', state: 'done' })
    .execute()

  await db
    .insertInto('note_review_items')
    .values({
      ...owner,
      session_id: sessionId,
      item_id: createHash('sha256').update(marker).digest('hex'),
      kind: 'number',
      section: marker,
      version: 2,
      state: 'observed',
      drafter: 'extractive',
      decided_by: holder.therapistId,
    })
    .execute()
  await db
    .insertInto('note_copies')
    .values({
      ...owner,
      session_id: sessionId,
      version: 2,
      profile: marker,
      profile_id: 'simplepractice',
      is_draft: true,
      sha256: createHash('sha256').update(marker).digest(),
      copied_by: holder.therapistId,
    })
    .execute()

  const evidence = [{ utteranceId: 'u1', quote: marker }]
  const themes = { ...noInsights, mainThemes: [{ text: marker, evidence, check: 'supported' }] }
  await db
    .insertInto('insights')
    .values({
      ...owner,
      session_id: sessionId,
      state: 'ready',
      insights: JSON.stringify(themes),
      analyst: 'extractive',
    })
    .execute()

  const file = { file_name: `${marker}.wav`, media_type: 'audio/wav', size: audio.length }
  const uploadId = randomUUID()
  await db
    .insertInto('uploads')
    .values({ id: uploadId, ...owner, ...file, client_id: clientId, setting_type: 'telehealth', created_at: longAgo() })
    .execute()
  const sha256 = createHash('sha256').update(audio).digest()
  await db
    .insertInto('upload_chunks')
    .values({ ...owner, upload_id: uploadId, n: 0, sha256, data: audio })
    .execute()
  await db
    .insertInto('live_recordings')
    .values({
      ...owner,
      session_id: liveSessionId,
      request_id: randomUUID(),
      next_chunk: 1,
      next_segment: 1,
      bytes: audio.length,
    })
    .execute()
  await db
    .insertInto('live_chunks')
    .values({
      ...owner,
      session_id: liveSessionId,
      n: 0,
      count: 1,
      segment: 0,
      media_type: 'audio/webm',
      sha256,
      data: audio,
    })
    .execute()
  const storageName = `recordings/${sessionId}`
  await world.providers.files.put(storageName, Readable.from([audio]))
  const stored = { ...owner, ...file, state: 'stored', storage_name: storageName, duration_seconds: 0.2 }
  await db
    .insertInto('recordings')
    .values([
      { ...stored, session_id: sessionId },
      { ...stored, session_id: bareSessionId },
    ])
    .execute()
  const amendmentId = await insertAmendment(world, { ...holder, clientId, sessionId: bareSessionId, text: marker })
  const psychotherapyNoteId = await buildPsychotherapyNote(world, { clientId, authorId: holder.therapistId, marker })
  const ids = { sessionId, bareSessionId, scheduledSessionId, seriesId, liveSessionId }
  const holdId = await insertHold(world, { ...holder, clientId, reason: marker })
  return { clientId, ...ids, uploadId, psychotherapyNoteId, amendmentId, holdId, marker }
}

async function insertAmendment(
  world: World,
  request: { therapistId: string; organizationId: string | null; clientId: string; sessionId: string; text: string },
): Promise<string> {
  const { therapistId, organizationId, clientId, sessionId, text } = request
  return await world.db.transaction().execute(async (db) => {
    // Without an organization, the audit chain belongs to the user.
    await sql`select set_config('app.user_id', ${therapistId}, true)`.execute(db)
    const { id } = await db
      .insertInto('amendment_requests')
      .values({
        organization_id: organizationId,
        client_id: clientId,
        session_id: sessionId,
        request_id: randomUUID(),
        received_on: '2026-03-03',
        due_on: '2026-05-02',
        channel: 'letter',
        text,
        logged_by: therapistId,
        logged_by_name: 'Robin Hale',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

async function insertHold(
  world: World,
  hold: { therapistId: string; organizationId: string | null; clientId: string; reason: string },
): Promise<string> {
  const { therapistId, organizationId, clientId, reason } = hold
  return await world.db.transaction().execute(async (db) => {
    await sql`select set_config('app.user_id', ${therapistId}, true)`.execute(db)
    const { id } = await db
      .insertInto('legal_holds')
      .values({
        organization_id: organizationId,
        client_id: clientId,
        request_id: randomUUID(),
        starts_on: '2026-03-03',
        reason,
        placed_by: therapistId,
        placed_by_name: 'Robin Hale',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('legal_hold_lifts')
      .values({
        hold_id: id,
        organization_id: organizationId,
        reason,
        lifted_by: therapistId,
        lifted_by_name: 'Robin Hale',
      })
      .execute()
    return id
  })
}

/** A hash of all rows of these clients. */
export async function fingerprint(world: World, clientIds: readonly string[]): Promise<string> {
  const ids = sql`${sql.val(clientIds)}::uuid[]`
  const bySession = [
    'recordings',
    'session_progress',
    'transcripts',
    'transcript_corrections',
    'transcript_edits',
    'notes',
    'note_versions',
    'note_requests',
    'note_review_items',
    'insights',
    'note_search',
    'note_copies',
    'live_recordings',
    'live_chunks',
  ].map(
    (table) =>
      sql`select to_jsonb(t)::text from ${sql.table(table)} t where session_id in (select id from sessions where client_id = any (${ids}))`,
  )
  const all = sql.join(
    [
      sql`select to_jsonb(t)::text as row from clients t where id = any (${ids})`,
      sql`select to_jsonb(t)::text from sessions t where client_id = any (${ids})`,
      sql`select to_jsonb(t)::text from amendment_requests t where client_id = any (${ids})`,
      sql`select to_jsonb(t)::text from amendment_steps t where amendment_id in (select id from amendment_requests where client_id = any (${ids}))`,
      sql`select to_jsonb(t)::text from record_releases t where client_id = any (${ids})`,
      sql`select to_jsonb(t)::text from legal_holds t where client_id = any (${ids})`,
      sql`select to_jsonb(t)::text from legal_hold_lifts t where hold_id in (select id from legal_holds where client_id = any (${ids}))`,
      sql`select to_jsonb(t)::text from psychotherapy_notes t where client_id = any (${ids})`,
      sql`select to_jsonb(t)::text from session_series t where client_id = any (${ids})`,
      sql`select to_jsonb(t)::text from uploads t where client_id = any (${ids})`,
      sql`select to_jsonb(t)::text from upload_chunks t where upload_id in (select id from uploads where client_id = any (${ids}))`,
      ...bySession,
    ],
    sql` union all `,
  )
  const { rows } = await sql<{ md5: string }>`select md5(string_agg(row, '' order by row)) from (${all}) x`.execute(
    world.db,
  )
  return rows[0]?.md5 ?? ''
}
