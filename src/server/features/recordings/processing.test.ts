// Over 400 lines: one job with its failures, all on recordings that the same functions upload.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { correctionJobs } from '#server/features/corrections/jobs.ts'
import { createFiles } from '#server/providers/files/create.ts'
import type { Files } from '#server/providers/files/port.ts'
import { startS3TestServer } from '#server/providers/files/s3.test-server.ts'
import { pipelineJobs } from '#server/session-pipeline/jobs.ts'
import { buildClient, buildMember, buildOrganization } from '#test/build.ts'
import { failingStream, createProcessingHarness, type ProcessingHarness } from '#test/processing-harness.ts'
import { buildSender, sender, type Sender, uploadFile, wav } from '#test/upload.ts'
import { recordingJobs } from './jobs.ts'

const fixture = async (name: string) =>
  Buffer.from(await readFile(new URL(`../../providers/media/fixtures/${name}`, import.meta.url)))

const harness = await createProcessingHarness()
const { world, services, folder, rowOf, progressOf, countJobs, stored } = harness
afterAll(() => harness.close())

let me: Sender
let clientId = ''
let userId = ''
beforeEach(async () => {
  ;({ me, clientId, userId } = await buildSender(world))
})

const run = (sessionId: string, changes?: Parameters<ProcessingHarness['run']>[1]) =>
  harness.run({ sessionId, userId }, changes)

const once = { signal: new AbortController().signal, isLastTry: () => false }

async function openJobsOf(sessionId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pgboss.job where data->>'sessionId' = ${sessionId} and state < 'completed'`.execute(world.db)
  return rows.map(({ name }) => name)
}

async function countChunks(sessionId: string): Promise<number> {
  const rows = await world.db
    .selectFrom('upload_chunks')
    .innerJoin('uploads', 'uploads.id', 'upload_chunks.upload_id')
    .where('uploads.session_id', '=', sessionId)
    .select('n')
    .execute()
  return rows.length
}

describe('a recording', () => {
  test('an uploaded recording is stored byte for byte, measured, and enqueued for transcription', async () => {
    const bytes = wav(95)
    const sessionId = await uploadFile(me, clientId, bytes)
    await run(sessionId)

    expect((await stored(sessionId)).equals(bytes)).toBe(true)
    expect(await rowOf(sessionId)).toMatchObject({
      state: 'stored',
      media_type: 'audio/wav',
      size: bytes.length,
      duration_seconds: 95,
      storage_name: `session-recordings/${userId}/${clientId}/${sessionId}.wav`,
    })
    expect(await me.api.sessions.get({ sessionId })).toMatchObject({ durationMinutes: 2, status: 'processing' })
    expect(await progressOf(sessionId)).toMatchObject({ stage: 'transcribing', percent: 20, error: null })
    expect(await countJobs(sessionId, 'transcripts.transcribe')).toBe(1)
    expect(await countChunks(sessionId)).toBe(0)
    expect(await readdir(join(folder, 'work'))).toEqual([])
    const events = await world.db
      .selectFrom('audit_events')
      .select('action')
      .where('resource_id', '=', sessionId)
      .orderBy('seq')
      .execute()
    expect(events.map((event) => event.action)).toEqual([
      'session.created',
      'recording.received',
      'recording.stored',
      'session.read',
    ])
  })

  test.each([
    ['speech.mp3', 'audio/mpeg', 'mp3'],
    ['bare.mp3', 'audio/mpeg', 'mp3'],
    ['speech.m4a', 'audio/mp4', 'm4a'],
    ['speech.webm', 'audio/webm', 'webm'],
    ['live.webm', 'audio/webm', 'webm'],
    ['video.mp4', 'audio/mp4', 'mp4'],
    ['video.mov', 'audio/mp4', 'mp4'],
    ['video.webm', 'audio/webm', 'webm'],
  ])('the upload %s is stored as %s without pictures', async (name, mediaType, extension) => {
    const bytes = await fixture(name)
    const sessionId = await uploadFile(me, clientId, bytes, { fileName: name, mediaType: '' })
    await run(sessionId)
    const row = await rowOf(sessionId)
    expect(row).toMatchObject({ state: 'stored', media_type: mediaType })
    expect(row.storage_name).toMatch(new RegExp(`${sessionId}\\.${extension}$`))
    expect(row.duration_seconds).toBeGreaterThan(1)
    const storedBytes = await stored(sessionId)
    expect(storedBytes.length).toBe(row.size)
    expect(/vide|V_VP|avc1/.test(storedBytes.toString('latin1'))).toBe(false)
  })
})

describe('an unreadable upload', () => {
  const head = Buffer.from('1a45dfa3a34286810142f7810142f2810442f381084282847765626d42878104', 'hex')
  test.each([
    ['a video without sound', () => fixture('soundless.mp4')],
    ['a container with nothing in it', () => Promise.resolve(Buffer.concat([head, Buffer.alloc(5000)]))],
    ['a recording cut after its first bytes', async () => Buffer.from((await fixture('speech.webm')).subarray(0, 90))],
    ['a WAV header without samples', () => Promise.resolve(wav(0))],
  ])('processing %s fails with the specified sentence, and the file is stored', async (_name, make) => {
    const bytes = await make()
    const sessionId = await uploadFile(me, clientId, bytes)
    await run(sessionId)
    expect(await progressOf(sessionId)).toMatchObject({
      stage: 'failed',
      error_code: 'file_unsupported',
      error: 'Unsupported file format. Please upload: MP3, MP4, M4A, WAV, MOV, or WEBM files.',
    })
    expect(await me.api.sessions.get({ sessionId })).toMatchObject({ status: 'failed' })
    expect(await rowOf(sessionId)).toMatchObject({ state: 'unreadable' })
    expect((await stored(sessionId)).equals(bytes)).toBe(true)
    expect(await countJobs(sessionId, 'transcripts.transcribe')).toBe(0)
    await expect(me.api.recordings.playback({ sessionId })).rejects.toMatchObject({ code: 'recording_missing' })

    await me.api.recordings.processAgain({ sessionId })
    expect(await progressOf(sessionId)).toMatchObject({ stage: 'queued', error: null })
    expect(await countJobs(sessionId, 'recordings.process')).toBe(2)
    await run(sessionId)
    expect(await progressOf(sessionId)).toMatchObject({ stage: 'failed', error_code: 'file_unsupported' })
    expect((await stored(sessionId)).equals(bytes)).toBe(true)
  })

  test('an upload that is read at a later try is stored beside its original, which a job then erases', async () => {
    const bytes = wav(5)
    const sessionId = await uploadFile(me, clientId, Buffer.concat([head, Buffer.alloc(bytes.length - head.length)]))
    const erase = () => recordingJobs(services)['recordings.erase_original']({ sessionId }, once)
    await run(sessionId)
    await erase()
    const original = `session-recordings/${userId}/${clientId}/${sessionId}.original`
    expect(await rowOf(sessionId)).toMatchObject({ state: 'unreadable', storage_name: original })
    expect(await stored(sessionId)).toHaveLength(bytes.length)

    // As if the stalled decoder of the first try worked now, after the session was moved to another client.
    await services.files.put(original, Readable.from([bytes]))
    const other = await buildClient(world, { therapistId: userId })
    await world.db.updateTable('sessions').set({ client_id: other.id }).where('id', '=', sessionId).execute()
    await me.api.recordings.processAgain({ sessionId })
    await run(sessionId)
    const audio = original.replace('.original', '.wav')
    expect(await rowOf(sessionId)).toMatchObject({ state: 'stored', storage_name: audio })
    expect(await countJobs(sessionId, 'recordings.erase_original')).toBe(1)
    expect(await services.files.get(original)).not.toBeNull()
    await erase()
    expect(await services.files.get(original)).toBeNull()
    expect((await stored(sessionId)).equals(bytes)).toBe(true)
    await erase()
  })

  test('an upload that is read at the first try has no original to erase', async () => {
    const sessionId = await uploadFile(me, clientId, wav(1))
    await run(sessionId)
    expect(await countJobs(sessionId, 'recordings.erase_original')).toBe(0)
  })
})

describe('a file whose recording moved to another therapist while it was written', () => {
  const bytes = wav(6)

  async function transferTo(to: string): Promise<void> {
    for (const table of ['clients', 'sessions', 'session_progress', 'recordings', 'uploads', 'upload_chunks']) {
      const column = table === 'clients' ? 'id' : table === 'sessions' ? 'client_id' : ''
      const where = column ? sql`${sql.ref(column)} = ${clientId}` : sql`therapist_id = ${userId}`
      await sql`update ${sql.table(table)} set therapist_id = ${to} where ${where}`.execute(world.db)
    }
  }

  const eraseAll = async (receiptId: string) => await correctionJobs(services)['corrections.erase']({ receiptId }, once)

  test('the recording has the names of the files of both therapists', async () => {
    const { organization_id: organizationId } = await world.db
      .selectFrom('clients')
      .select('organization_id')
      .where('id', '=', clientId)
      .executeTakeFirstOrThrow()
    const other = await buildMember(world, organizationId === null ? {} : { organizationId })
    const sessionId = await uploadFile(me, clientId, bytes)
    const names: string[] = []
    const files: Files = {
      ...services.files,
      async put(name, content) {
        const written = await services.files.put(name, content)
        names.push(name)
        if (names.length === 1) await transferTo(other.userId)
        return written
      },
    }
    await run(sessionId, { files })
    await harness.run({ sessionId, userId: other.userId }, { files })
    expect(await rowOf(sessionId)).toMatchObject({ state: 'stored', storage_name: names[1] })
    expect(new Set(names).size).toBe(2)
    expect((await rowOf(sessionId)).written_names).toEqual(names)
  })

  test('a deletion of the session erases a file that was written at the last try', async () => {
    const sessionId = await uploadFile(me, clientId, bytes)
    await expect(run(sessionId, { files: failingFiles('after it wrote'), isLastTry: true })).rejects.toThrow('killed')
    const name = `session-recordings/${userId}/${clientId}/${sessionId}.wav`
    expect(await services.files.get(name)).not.toBeNull()
    await sql`delete from pgboss.job where data->>'sessionId' = ${sessionId}`.execute(world.db)
    const receipt = await me.api.corrections.delete({ sessionId, what: 'recording', reason: 'test' })
    await eraseAll(receipt.id)
    expect(await services.files.get(name)).toBeNull()
  })
})

describe('an upload that only ffmpeg can read', () => {
  test('a killed ffmpeg does not make an upload unreadable', async () => {
    const ffmpeg = join(folder, 'killed-ffmpeg')
    await writeFile(ffmpeg, '#!/bin/sh\n[ "$1" = -version ] && echo ffmpeg version 7 && exit\nkill -9 $$\n', {
      mode: 0o700,
    })
    const compressed = wav(5)
    compressed.writeUInt16LE(0x11, 20)
    const sessionId = await uploadFile(me, clientId, compressed)
    const config = { ...services.config, FFMPEG_PATH: ffmpeg }
    const running = pipelineJobs({ ...services, config })['recordings.process']({ sessionId, userId }, once)
    await expect(running).rejects.toMatchObject({ transient: true })
    expect(await rowOf(sessionId)).toMatchObject({ state: 'received' })
    expect(await progressOf(sessionId)).not.toMatchObject({ stage: 'failed' })
  })
})

describe('an interrupted processing job', () => {
  const bytes = wav(40)

  test.each(['while it writes', 'after it wrote'] as const)(
    'processing of an upload that is interrupted %s stores the same bytes when it is repeated',
    async (moment) => {
      const sessionId = await uploadFile(me, clientId, bytes)
      await expect(run(sessionId, { files: failingFiles(moment) })).rejects.toThrow('killed')
      expect(await rowOf(sessionId)).toMatchObject({ state: 'received', storage_name: null })
      expect(await countChunks(sessionId)).toBeGreaterThan(0)
      await run(sessionId)
      expect((await stored(sessionId)).equals(bytes)).toBe(true)
      expect(await countJobs(sessionId, 'transcripts.transcribe')).toBe(1)
    },
  )

  test('a second run of an upload changes nothing after the first run was committed', async () => {
    const sessionId = await uploadFile(me, clientId, bytes)
    await run(sessionId)
    await run(sessionId)
    expect(await countJobs(sessionId, 'transcripts.transcribe')).toBe(1)
    expect((await stored(sessionId)).equals(bytes)).toBe(true)
  })

  test('two runs of an upload at the same time leave one result', async () => {
    const sessionId = await uploadFile(me, clientId, bytes)
    await Promise.all([run(sessionId), run(sessionId)])
    expect(await countJobs(sessionId, 'transcripts.transcribe')).toBe(1)
    expect((await stored(sessionId)).equals(bytes)).toBe(true)
  })

  test('a run of an upload does not fail, even at the last try, if another run stored the recording first', async () => {
    const sessionId = await uploadFile(me, clientId, bytes)
    const slowFiles: Files = {
      ...services.files,
      async put() {
        await run(sessionId)
        throw new Error('too late')
      },
    }
    await run(sessionId, { files: slowFiles, isLastTry: true })
    expect(await progressOf(sessionId)).toMatchObject({ stage: 'transcribing' })
    expect(await countJobs(sessionId, 'transcripts.transcribe')).toBe(1)
  })

  test('an aborted run of an upload stores nothing and is not shown as a failure', async () => {
    const sessionId = await uploadFile(me, clientId, bytes)
    const signal = AbortSignal.abort(new Error('the worker stops'))
    await expect(run(sessionId, { signal, isLastTry: true })).rejects.toThrow('the worker stops')
    expect(await rowOf(sessionId)).toMatchObject({ state: 'received' })
    expect(await progressOf(sessionId)).not.toMatchObject({ stage: 'failed' })
  })

  test('an upload whose last try fails shows the failure and can be processed again without loss', async () => {
    const sessionId = await uploadFile(me, clientId, bytes)
    await expect(run(sessionId, { files: failingFiles('while it writes'), isLastTry: true })).rejects.toThrow('killed')
    expect(await progressOf(sessionId)).toMatchObject({ stage: 'failed', error_code: 'unexpected' })
    await me.api.recordings.processAgain({ sessionId })
    await run(sessionId)
    expect((await stored(sessionId)).equals(bytes)).toBe(true)
  })
})

test('a recording waits for an object storage that is unavailable', async () => {
  const s3 = await startS3TestServer()
  s3.failNext('PUT', 1)
  const files = createFiles({
    kind: 's3',
    endpoint: s3.endpoint,
    region: 'auto',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    masterKey: Buffer.alloc(32, 7),
  })
  const sessionId = await uploadFile(me, clientId, wav(1))
  await expect(run(sessionId, { files })).rejects.toThrow('503')
  expect(await progressOf(sessionId)).toMatchObject({ stage: 'preparing', error_code: 'processing_waits' })
  await run(sessionId, { files })
  expect(await rowOf(sessionId)).toMatchObject({ state: 'stored' })
  await s3.close()
})

/** Returns a file store that fails at this moment of a write, as if the worker were killed. */
function failingFiles(moment: 'while it writes' | 'after it wrote'): Files {
  return {
    ...services.files,
    async put(name, content) {
      if (moment === 'after it wrote') await services.files.put(name, content)
      else await services.files.put(name, failingStream(content))
      throw new Error('killed')
    },
  }
}

describe('processing a session again', () => {
  test('processing a session again resumes with the transcription if the recording is stored', async () => {
    const sessionId = await uploadFile(me, clientId, wav(1))
    await run(sessionId)
    await world.db.updateTable('sessions').set({ status: 'failed' }).where('id', '=', sessionId).execute()
    await me.api.recordings.processAgain({ sessionId })
    expect(await countJobs(sessionId, 'transcripts.transcribe')).toBe(2)
    expect(await countJobs(sessionId, 'recordings.process')).toBe(1)
  })

  test('processing a session again changes nothing while the processing job is queued', async () => {
    const sessionId = await uploadFile(me, clientId, wav(1))
    await me.api.recordings.processAgain({ sessionId })
    expect(await countJobs(sessionId, 'recordings.process')).toBe(1)
  })

  test('processing a session again changes nothing for a complete session', async () => {
    const sessionId = await uploadFile(me, clientId, wav(1))
    await sql`delete from pgboss.job where data->>'sessionId' = ${sessionId}`.execute(world.db)
    await world.db.updateTable('sessions').set({ status: 'completed' }).where('id', '=', sessionId).execute()
    await me.api.recordings.processAgain({ sessionId })
    expect(await openJobsOf(sessionId)).toEqual([])
  })

  test.each(['transcripts.transcribe', 'notes.draft'] as const)(
    'processing a session again changes nothing while %s is queued',
    async (name) => {
      const sessionId = await uploadFile(me, clientId, wav(1))
      await run(sessionId)
      await sql`delete from pgboss.job where data->>'sessionId' = ${sessionId}`.execute(world.db)
      await services.tenant.asUser(userId, (db) => services.jobs.enqueue(db, name, { sessionId, userId }))
      const before = await progressOf(sessionId)
      await me.api.recordings.processAgain({ sessionId })
      expect(await openJobsOf(sessionId)).toEqual([name])
      expect(await progressOf(sessionId)).toEqual(before)
    },
  )

  test('processing a session again enqueues one job if the job was lost, even for many parallel requests', async () => {
    const sessionId = await uploadFile(me, clientId, wav(1))
    await sql`update pgboss.job set state = 'failed' where data->>'sessionId' = ${sessionId}`.execute(world.db)
    await Promise.all(Array.from({ length: 10 }, () => me.api.recordings.processAgain({ sessionId })))
    expect(await openJobsOf(sessionId)).toEqual(['recordings.process'])
    await run(sessionId)
    await sql`delete from pgboss.job where data->>'sessionId' = ${sessionId}`.execute(world.db)
    await me.api.recordings.processAgain({ sessionId })
    expect(await openJobsOf(sessionId)).toEqual(['transcripts.transcribe'])
    expect(await me.api.sessions.get({ sessionId })).toMatchObject({ status: 'processing' })
  })

  test('processing a failed session again enqueues one job if many tabs request it in parallel', async () => {
    const sessionId = await uploadFile(me, clientId, wav(1))
    await sql`delete from pgboss.job where data->>'sessionId' = ${sessionId}`.execute(world.db)
    await world.db.updateTable('sessions').set({ status: 'failed' }).where('id', '=', sessionId).execute()
    await Promise.all(Array.from({ length: 10 }, () => me.api.recordings.processAgain({ sessionId })))
    expect(await openJobsOf(sessionId)).toEqual(['recordings.process'])
  })

  test('processing a session again is allowed only for its therapist', async () => {
    const organization = await buildOrganization(world)
    const therapist = (await buildMember(world, { organizationId: organization.id })).userId
    const client = await buildClient(world, { therapistId: therapist })
    const sessionId = await uploadFile(await sender(world, therapist), client.id, wav(1))
    const owner = await world.as(organization.ownerId)
    await expect(owner.recordings.processAgain({ sessionId })).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(me.api.recordings.processAgain({ sessionId })).rejects.toMatchObject({ code: 'session_missing' })
    await expect(me.api.recordings.processAgain({ sessionId: 'x' })).rejects.toMatchObject({ code: 'session_missing' })
    await expect(world.anonymous.recordings.processAgain({ sessionId })).rejects.toMatchObject({
      code: 'not_signed_in',
    })
  })
})

describe('the cleaning job', () => {
  test('the cleaning job deletes only uploads that were not finished within a week', async () => {
    const startUpload = async () =>
      (
        await me.api.recordings.startUpload({
          clientId,
          fileName: 'a.wav',
          mediaType: '',
          size: 5,
          settingType: 'telehealth',
        })
      ).id
    const [old, fresh] = [await startUpload(), await startUpload()]
    const sessionId = await uploadFile(me, clientId, wav(1))
    await sql`update uploads set created_at = now() - interval '8 days' where id = ${old} or session_id = ${sessionId}`.execute(
      world.db,
    )
    await recordingJobs(services)['recordings.clean']({}, once)
    const remaining = await world.db.selectFrom('uploads').select('id').where('client_id', '=', clientId).execute()
    expect(remaining.map((row) => row.id)).toContain(fresh)
    expect(remaining.map((row) => row.id)).not.toContain(old)
    expect(await countChunks(sessionId)).toBe(1)
    const events = world.db
      .selectFrom('audit_events')
      .where('action', '=', 'upload.expired')
      .where('client_id', '=', clientId)
      .innerJoin('clients', 'clients.id', 'client_id')
      .whereRef('audit_events.organization_id', '=', 'clients.organization_id')
      .select(['resource_id as id', 'actor_id as by'])
    expect(await events.execute()).toEqual([{ id: old, by: null }])
  })
})
