import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Services } from '#server/context.ts'
import type { Section, Statement } from '#shared/contract/notes.ts'
import { buildRecord, type ClientRecord } from '#test/authorization/records.ts'
import { buildClient, buildMember } from '#test/build.ts'
import { buildTherapistWithClient, type Clinic, otherReaders, strangers } from '#test/clinic.ts'
import { connectAs, refused } from '#test/isolation/as-role.ts'
import { createWorkerWorld } from '#test/jobs.ts'
import { wav } from '#test/upload.ts'
import { viewAs } from '#test/viewing.ts'
import type { Api, World } from '#test/world.ts'
import { eraseFiles } from './erase-files.ts'

let world: World
let services: Services
let close: () => Promise<void>
let clinic: Clinic
let therapist: Api
let record: ClientRecord

beforeAll(async () => {
  ;({ world, services, close } = await createWorkerWorld())
  ;({ clinic, therapist } = await buildTherapistWithClient(world, 'Europe/Berlin'))
})
afterAll(() => close())
beforeEach(async () => {
  record = await buildRecord(world, clinic)
  await world.db
    .updateTable('recordings')
    .set({ storage_name: `recordings/${record.sessionId}` })
    .where('session_id', '=', record.sessionId)
    .execute()
})

type Wanted = Parameters<Api['corrections']['delete']>[0]
const remove = (what: Wanted['what'], change: Partial<Wanted> = {}, api = therapist) =>
  api.corrections.delete({ sessionId: record.sessionId, what, reason: 'duplicate', ...change })

const bySession = [
  'recordings',
  'transcripts',
  'transcript_corrections',
  'transcript_edits',
  'insights',
  'notes',
  'note_versions',
] as const
async function rowCounts() {
  const { sessionId } = record
  const counts = await Promise.all(
    bySession.map(async (table) => {
      const { rows } = await sql`select from ${sql.table(table)} where session_id = ${sessionId}`.execute(world.db)
      return [table, rows.length] as const
    }),
  )
  return Object.fromEntries(counts)
}
const before = {
  recordings: 1,
  transcripts: 1,
  transcript_corrections: 1,
  transcript_edits: 1,
  insights: 1,
  notes: 1,
  note_versions: 2,
}
const lastEvent = async (action: string) =>
  await world.db
    .selectFrom('audit_events')
    .where('action', '=', action)
    .where('client_id', '=', record.clientId)
    .selectAll()
    .executeTakeFirstOrThrow()

describe('deleting records that were filed by mistake', () => {
  test('deleting a recording removes it from database and file store, but no other records of the session', async () => {
    const name = `recordings/${record.sessionId}`
    const receipt = await remove('recording', { reason: 'no consent' })
    const sha256 = createHash('sha256').update(wav(0.2)).digest('hex')
    const recording = { what: 'recording', bytes: wav(0.2).length, sha256, count: null }
    expect(receipt).toMatchObject({ what: 'recording', reason: 'no consent', deletedBy: 'Robin Hale', fileCount: 1 })
    expect(receipt).toMatchObject({ sessionDate: '2026-03-02', startTime: '09:00', contents: [recording] })
    expect(await rowCounts()).toEqual({ ...before, recordings: 0 })
    await eraseFiles(services, { receiptId: receipt.id })
    expect(await world.providers.files.get(name)).toBeNull()
    const [stored] = (await therapist.corrections.receipts({ clientId: record.clientId })).items
    expect(stored).toMatchObject({ id: receipt.id, filesErasedAt: expect.any(String) })
    await eraseFiles(services, { receiptId: receipt.id })
  })

  test.each(['recording', 'transcript', 'session'] as const)(
    'deleting a %s also deletes the words that an unfinished transcription has saved',
    async (what) => {
      const passages = sql`transcription_passages where session_id = ${record.sessionId}`
      await sql`insert into transcription_passages values (${record.sessionId}, 0, 0, 'fake', 1, '[]')`.execute(
        world.db,
      )
      expect((await sql`select from ${passages}`.execute(world.db)).rows).toHaveLength(1)
      await remove(what)
      expect((await sql`select from ${passages}`.execute(world.db)).rows).toEqual([])
    },
  )

  test.each(['recording', 'session'] as const)(
    'deleting a %s also erases the original of an upload that was unreadable at first',
    async (what) => {
      const audio = `recordings/${record.sessionId}.mp4`
      const names = [audio, `recordings/${record.sessionId}.original`]
      for (const name of names) await world.providers.files.put(name, Readable.from([wav(0.2)]))
      await world.db
        .updateTable('recordings')
        .set({ storage_name: audio })
        .where('session_id', '=', record.sessionId)
        .execute()
      const { id: receiptId } = await remove(what)
      await eraseFiles(services, { receiptId })
      for (const name of names) expect(await world.providers.files.get(name)).toBeNull()
    },
  )

  test('deleting a recording deletes the passages of its unfinished transcription', async () => {
    await world.db
      .insertInto('transcription_passages')
      .values({ session_id: record.sessionId, channel: 0, n: 0, engine: 'fake', until: 20, segments: '[]' })
      .execute()
    await remove('recording')
    const { rows } = await sql`select from transcription_passages where session_id = ${record.sessionId}`.execute(
      world.db,
    )
    expect(rows).toEqual([])
  })

  test('deleting a recording enqueues the job that erases the file', async () => {
    const receipt = await remove('recording')
    const { rows } = await sql<{ data: unknown }>`select data from pgboss.job where name = 'corrections.erase'
      and data->>'receiptId' = ${receipt.id}`.execute(world.db)
    expect(rows).toEqual([{ data: { receiptId: receipt.id, requestId: expect.any(String) } }])
  })

  test('deleting a transcript deletes all its quotes, but not the text of the note or its origin', async () => {
    const carried: Statement = {
      text: 'Keeps a sleep log.',
      evidence: [],
      check: 'carried over',
      reason: 'From the note of 02/01/2026.',
    }
    const quoted: Section[] = [
      {
        title: 'Subjective',
        content: 'Slept badly.',
        statements: [
          {
            text: 'Slept badly.',
            evidence: [{ utteranceId: 'u1', quote: 'I slept badly' }],
            check: 'supported',
            reason: 'They say ‘three cups each day’.',
            besides: [{ utteranceId: 'u1', quote: 'badly' }],
          },
          carried,
        ],
        excerpts: [{ text: 'I slept badly', evidence: [], check: 'supported' }],
      },
    ]
    const sections = JSON.stringify(quoted)
    for (const table of ['notes', 'note_versions'] as const) {
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(world.db)
      await world.db.updateTable(table).set({ sections }).where('session_id', '=', record.sessionId).execute()
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(world.db)
    }
    expect(await remove('transcript')).toMatchObject({
      contents: [
        { what: 'transcript', count: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
        { what: 'insights', bytes: null },
      ],
    })
    expect(await rowCounts()).toEqual({
      ...before,
      transcripts: 0,
      transcript_corrections: 0,
      transcript_edits: 0,
      insights: 0,
    })
    const { note, session } = await therapist.notes.get({ sessionId: record.sessionId })
    expect(session).toMatchObject({ hasTranscript: false, transcriptDeletedAt: expect.any(String) })
    expect(note).toMatchObject({ version: 2, safety: [], coverage: null })
    const statements = [{ text: 'Slept badly.', evidence: [], check: 'supported' }, carried]
    const left = [{ title: 'Subjective', content: 'Slept badly.', statements }]
    expect(note.sections).toEqual(left)
    expect((await therapist.notes.version({ sessionId: record.sessionId, version: 1 })).sections).toEqual(left)
  })

  test('deleting a session deletes all its records, but not the receipt and the trail', async () => {
    const receipt = await remove('session', { reason: 'test' })
    expect(receipt.contents.map(({ what }) => what)).toEqual(['recording', 'transcript', 'insights', 'note'])
    expect(Object.values(await rowCounts())).toEqual([0, 0, 0, 0, 0, 0, 0])
    await expect(therapist.sessions.get({ sessionId: record.sessionId })).rejects.toMatchObject({
      code: 'session_missing',
    })
    expect(
      (await therapist.notes.list({ search: record.marker })).items.map(({ sessionId }) => sessionId),
    ).not.toContain(record.sessionId)
    expect((await clinic.owner.corrections.receipts({ clientId: record.clientId })).items).toEqual([receipt])
    const { details } = await lastEvent('session.deleted')
    expect(details).toMatchObject({ receipt: receipt.id, reason: 'test', note_sha256: expect.any(String) })
    expect(JSON.stringify([receipt, details])).not.toContain(record.marker)
  })

  test('deleting the last of recording, transcript and text turns the note into an empty written note', async () => {
    const { bareSessionId: sessionId } = record
    await remove('recording', { sessionId })
    const { note, session } = await therapist.notes.get({ sessionId })
    expect(note).toMatchObject({ origin: 'written', state: 'ready', version: 0 })
    expect(session).toMatchObject({ hasAudio: false })
  })

  test('a worksheet without text becomes an empty written note once its transcript and recording are deleted', async () => {
    const sections = JSON.stringify([{ title: 'Subjective', content: ' ', statements: [], excerpts: [] }])
    await world.db.updateTable('notes').set({ sections }).where('session_id', '=', record.sessionId).execute()
    await remove('recording')
    await remove('transcript')
    const { note } = await therapist.notes.get({ sessionId: record.sessionId })
    expect(note).toMatchObject({ origin: 'written', state: 'ready', version: 2 })
    expect(note.sections).toEqual([{ title: 'Subjective', content: ' ', statements: [] }])
  })

  test('rejects deleting a recording or a transcript twice', async () => {
    await remove('recording')
    await expect(remove('recording')).rejects.toMatchObject({ code: 'recording_missing' })
    await remove('transcript')
    await expect(remove('transcript')).rejects.toMatchObject({ code: 'transcript_missing' })
  })

  test('a repeated request for a deletion returns the receipt of the first and deletes nothing else', async () => {
    for (const what of ['transcript', 'session'] as const) {
      const requestId = randomUUID()
      const receipt = await remove(what, { requestId })
      const left = await rowCounts()
      expect(await remove(what, { requestId })).toEqual(receipt)
      expect(await rowCounts()).toEqual(left)
    }
    expect((await therapist.corrections.receipts({ clientId: record.clientId })).items).toHaveLength(2)
    const events = await world.db
      .selectFrom('audit_events')
      .where('action', 'in', ['transcript.deleted', 'session.deleted'])
      .where('client_id', '=', record.clientId)
      .select('action')
      .execute()
    expect(events).toHaveLength(2)
  })

  test('two concurrent requests with one id delete once', async () => {
    const requestId = randomUUID()
    const [one, two] = await Promise.all([remove('session', { requestId }), remove('session', { requestId })])
    expect(two).toEqual(one)
  })

  test('the request id of a deletion is rejected for another part, session or user', async () => {
    const requestId = randomUUID()
    await remove('transcript', { requestId })
    await expect(remove('recording', { requestId })).rejects.toMatchObject({ code: 'input_invalid' })
    await expect(remove('transcript', { requestId, sessionId: record.bareSessionId })).rejects.toMatchObject({
      code: 'input_invalid',
    })
    await expect(remove('transcript', { requestId }, clinic.owner)).rejects.toMatchObject({ code: 'not_allowed' })
    expect(await rowCounts()).toMatchObject({ recordings: 1, notes: 1, transcripts: 0 })
  })

  test('deleting a recording frees its storage', async () => {
    const used = async () =>
      (
        await sql<{ bytes: number }>`select bytes from storage_used where holder_id = ${clinic.organizationId}`.execute(
          world.db,
        )
      ).rows[0]?.bytes ?? 0
    const bytes = await used()
    await remove('recording')
    expect(bytes - (await used())).toBe(wav(0.2).length)
  })

  test('rejects deleting a session that is being recorded, or an appointment', async () => {
    await expect(remove('session', { sessionId: record.liveSessionId })).rejects.toMatchObject({ code: 'session_busy' })
    await expect(remove('session', { sessionId: record.scheduledSessionId })).rejects.toMatchObject({
      code: 'session_not_held',
    })
  })

  test.each(['awaiting_cosign', 'signed'])(
    'rejects deleting recording, transcript or session when the note is %s',
    async (status) => {
      await world.db.updateTable('notes').set({ status }).where('session_id', '=', record.sessionId).execute()
      for (const what of ['recording', 'transcript', 'session'] as const)
        await expect(remove(what)).rejects.toMatchObject({ code: 'note_signed' })
      expect(await rowCounts()).toEqual(before)
    },
  )

  test.each(otherReaders)('the %s cannot delete the session', async (role) => {
    await expect(remove('session', {}, clinic[role])).rejects.toMatchObject({ code: 'not_allowed' })
  })

  test.each(strangers)('the %s cannot find another therapist’s session to delete', async (role) => {
    await expect(remove('session', {}, clinic[role])).rejects.toMatchObject({ code: 'session_missing' })
    await expect(clinic[role].corrections.receipts({ clientId: record.clientId })).rejects.toMatchObject({
      code: 'client_missing',
    })
  })

  test('the owner cannot delete the session while viewing as the therapist', async () => {
    const { userId } = await buildMember(world, { organizationId: clinic.organizationId, role: 'owner' })
    const viewer = await viewAs(world, userId, clinic.therapistId)
    await expect(remove('session', {}, viewer)).rejects.toMatchObject({ code: 'viewing_read_only' })
  })
})

describe('in the database', () => {
  const call = (sessionId: string) =>
    [`select refusal from app.delete_filed($1, 'session', 'test', null)`, [sessionId]] as const

  test('only the therapist who held the session can delete it', async () => {
    const web = await connectAs(world, 'app_web')
    const worker = await connectAs(world, 'app_worker')
    const { userId } = await buildMember(world, { organizationId: clinic.organizationId })
    expect((await web.as(clinic.therapistId, call(record.sessionId))).rows).toEqual([{ refusal: null }])
    expect((await web.as(userId, call(record.sessionId))).rows).toEqual([{ refusal: 'session_missing' }])
    expect(await web.outcome(null, call(record.sessionId))).toBe('28000')
    expect(await worker.outcome(clinic.therapistId, call(record.sessionId))).toBe(refused)
    const mine = `select set_config('app.session_to_change', '${record.sessionId}', true)`
    for (const table of ['sessions', 'notes', 'note_versions', 'recordings', 'transcripts', 'deletion_receipts'])
      expect(await web.outcome(clinic.therapistId, mine, `delete from ${table}`)).toBe(refused)
    await Promise.all([web.close(), worker.close()])
  })

  test('the database rejects a deletion without a reason', async () => {
    const web = await connectAs(world, 'app_web')
    const without = [`select app.delete_filed($1, 'session', null, null)`, [record.sessionId]] as const
    expect(await web.outcome(clinic.therapistId, without)).toBe('23502')
    await web.close()
  })

  test('a deletion receipt cannot be changed, and only users who can see the client can read the receipt', async () => {
    const { id } = await remove('session')
    const web = await connectAs(world, 'app_web')
    const worker = await connectAs(world, 'app_worker')
    const read = ['select from deletion_receipts where id = $1', [id]] as const
    const { userId } = await buildMember(world, { organizationId: clinic.organizationId })
    const { therapistId: stranger } = await buildClient(world)
    expect((await web.as(clinic.therapistId, read)).rowCount).toBe(1)
    for (const other of [userId, stranger]) expect((await web.as(other, read)).rowCount).toBe(0)
    for (const change of [`update deletion_receipts set reason = 'test'`, 'delete from deletion_receipts']) {
      expect(await web.outcome(clinic.therapistId, change)).toBe(refused)
      expect(await worker.outcome(clinic.therapistId, change)).toBe(refused)
    }
    await Promise.all([web.close(), worker.close()])
  })
})
