import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chunkBytes } from '#shared/contract/recordings.ts'
import { buildClient, buildMember, buildOrganization, buildUser } from '#test/build.ts'
import { buildSender, uploadMetadata, chunksOf, putChunk, sender, type Sender, uploadFile, wav } from '#test/upload.ts'
import { createWorld, type World } from '#test/world.ts'
import { chunkKeys, openChunk } from './sealed-chunk.ts'
import { unfinishedLimit } from './start-upload.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

let me: Sender
let clientId = ''
let therapistId = ''
beforeEach(async () => {
  ;({ me, clientId, userId: therapistId } = await buildSender(world))
})

/** 700,044 bytes: three chunks. */
const recording = wav(21.875)

describe('starting an upload', () => {
  test('starting an upload returns the number of the first missing chunk, and is audited', async () => {
    const upload = await me.api.recordings.startUpload(uploadMetadata(clientId, recording))
    expect(upload).toMatchObject({
      clientId,
      fileName: 'session.wav',
      size: recording.length,
      nextChunk: 0,
      chunkBytes,
      sessionId: null,
    })
    const events = await world.db.selectFrom('audit_events').selectAll().where('resource_id', '=', upload.id).execute()
    expect(events).toMatchObject([{ action: 'upload.started', actor_id: therapistId, client_id: clientId }])
  })

  test('starting an upload accepts exactly the largest size and rejects one byte more', async () => {
    const largest = 25 * 1024 * 1024
    await me.api.recordings.startUpload(uploadMetadata(clientId, { length: largest }))
    await expect(
      me.api.recordings.startUpload(uploadMetadata(clientId, { length: largest + 1 })),
    ).rejects.toMatchObject({
      code: 'file_too_large',
      status: 413,
      message: 'File too large. Maximum size is 25 MB.',
    })
  })

  test('starting an upload rejects an empty file and a wrong type with the specified sentences', async () => {
    await expect(me.api.recordings.startUpload(uploadMetadata(clientId, { length: 0 }))).rejects.toMatchObject({
      code: 'file_required',
      message: 'Audio file is required',
    })
    const pdf = { fileName: 'notes.pdf', mediaType: 'application/pdf' }
    await expect(me.api.recordings.startUpload(uploadMetadata(clientId, recording, pdf))).rejects.toMatchObject({
      code: 'file_unsupported',
      message: 'Unsupported file format. Please upload: MP3, MP4, M4A, WAV, MOV, or WEBM files.',
    })
  })

  test('starting an upload shortens a file name of four thousand characters and removes ../ from it', async () => {
    const fileName = `${'../'.repeat(1200)}${'x'.repeat(500)}.wav`
    const upload = await me.api.recordings.startUpload(uploadMetadata(clientId, recording, { fileName }))
    expect(upload.fileName).toMatch(/^x+….wav$/)
    expect(upload.fileName.length).toBe(120)
  })

  test('starting an upload rejects an unknown, malformed, foreign or archived client', async () => {
    const foreign = await buildClient(world)
    for (const id of ['00000000-0000-4000-8000-000000000000', 'nonsense', '../clients', foreign.id]) {
      const started = me.api.recordings.startUpload(uploadMetadata(id, recording))
      await expect(started).rejects.toMatchObject({ code: 'client_missing', status: 404 })
    }
    const archived = await buildClient(world, { therapistId, status: 'archived' })
    const started = me.api.recordings.startUpload(uploadMetadata(archived.id, recording))
    await expect(started).rejects.toMatchObject({ code: 'client_archived' })
  })

  test('starting an upload rejects too many unfinished uploads until one is canceled', async () => {
    const started = []
    for (let i = 0; i < unfinishedLimit; i++)
      started.push(await me.api.recordings.startUpload(uploadMetadata(clientId, recording)))
    const another = () => me.api.recordings.startUpload(uploadMetadata(clientId, recording))
    await expect(another()).rejects.toMatchObject({ code: 'upload_too_many', status: 429 })
    await me.api.recordings.cancelUpload({ uploadId: started[0]?.id ?? '' })
    await expect(another()).resolves.toMatchObject({ nextChunk: 0 })
  })
})

describe('chunks of an upload', () => {
  let uploadId = ''
  const [first = recording, second = recording, third = recording] = chunksOf(recording)
  beforeEach(async () => {
    uploadId = (await me.api.recordings.startUpload(uploadMetadata(clientId, recording))).id
  })
  const next = async () => (await me.api.recordings.getUpload({ uploadId })).nextChunk

  test('chunks of an upload can be sent in any order and repeatedly, and form the file', async () => {
    expect(await putChunk(me, uploadId, 2, third)).toEqual({ status: 204 })
    expect(await next()).toBe(0)
    await putChunk(me, uploadId, 0, first)
    expect(await next()).toBe(1)
    await putChunk(me, uploadId, 0, first)
    await putChunk(me, uploadId, 1, second)
    expect(await next()).toBe(3)
    const rows = await world.db
      .selectFrom('upload_chunks')
      .where('upload_id', '=', uploadId)
      .selectAll()
      .orderBy('n')
      .execute()
    const keys = chunkKeys(world.config)
    const content = Buffer.concat(rows.map((row) => openChunk(keys, { recordingId: uploadId, n: row.n }, row)))
    expect(content.equals(recording)).toBe(true)
  })

  test('a chunk of an upload is accepted each time if it is sent several times in parallel', async () => {
    const responses = await Promise.all(Array.from({ length: 6 }, () => putChunk(me, uploadId, 0, first)))
    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204, 204])
  })

  test('an upload rejects chunks outside the file', async () => {
    expect(await putChunk(me, uploadId, 3, third)).toEqual({ status: 422, code: 'chunk_out_of_range' })
    expect(await putChunk(me, uploadId, -1, first)).toEqual({ status: 422, code: 'chunk_out_of_range' })
    expect(await putChunk(me, uploadId, 'x', first)).toEqual({ status: 422, code: 'chunk_out_of_range' })
    expect(await putChunk(me, uploadId, 99_999_999_999, first)).toEqual({ status: 422, code: 'chunk_out_of_range' })
    expect(await putChunk(me, uploadId, 1, third)).toEqual({ status: 422, code: 'chunk_out_of_range' })
    expect(await putChunk(me, uploadId, 2, Buffer.concat([third, Buffer.alloc(1)]))).toEqual({
      status: 422,
      code: 'chunk_out_of_range',
    })
    expect(await putChunk(me, uploadId, 0, Buffer.alloc(0))).toEqual({ status: 422, code: 'recording_empty' })
    expect(await next()).toBe(0)
  })

  test('an upload rejects a chunk that is too large, and stops reading an endless body', async () => {
    expect(await putChunk(me, uploadId, 0, Buffer.alloc(chunkBytes + 1))).toEqual({ status: 413, code: 'too_large' })
    expect(await sendEndlessly(`${world.url}/api/uploads/${uploadId}/chunks/0`, me.headers)).toBe('cut off')
  })

  test('an upload rejects damaged chunks, which can be sent again', async () => {
    const damaged = Buffer.from(second)
    damaged[5] = 255 - (damaged[5] ?? 0)
    const hash = createHash('sha256').update(second).digest('hex')
    expect(await putChunk(me, uploadId, 1, damaged, hash)).toEqual({ status: 422, code: 'chunk_damaged' })
    expect(await putChunk(me, uploadId, 1, second, 'none')).toEqual({ status: 422, code: 'chunk_damaged' })
    expect(await putChunk(me, uploadId, 1, second, hash.toUpperCase())).toEqual({ status: 204 })
  })

  test('an upload rejects other content under the same chunk number', async () => {
    await putChunk(me, uploadId, 1, second)
    expect(await putChunk(me, uploadId, 1, randomBytes(chunkBytes))).toEqual({
      status: 422,
      code: 'chunk_out_of_range',
    })
  })

  test('an upload rejects a file whose first bytes are not those of a recording', async () => {
    const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(chunkBytes - 9)])
    expect(await putChunk(me, uploadId, 0, pdf)).toEqual({ status: 415, code: 'file_unsupported' })
    expect(await next()).toBe(0)
  })

  test('chunks of an unknown, malformed or finished upload are rejected', async () => {
    expect(await putChunk(me, '00000000-0000-4000-8000-000000000000', 0, first)).toEqual({
      status: 404,
      code: 'upload_missing',
    })
    expect(await putChunk(me, 'nonsense', 0, first)).toEqual({ status: 404, code: 'upload_missing' })
    for (const [n, part] of chunksOf(recording).entries()) await putChunk(me, uploadId, n, part)
    await me.api.recordings.completeUpload({ uploadId })
    expect(await putChunk(me, uploadId, 0, first)).toEqual({ status: 409, code: 'upload_finished' })
  })
})

describe('completing an upload', () => {
  test('completing an upload creates one session with an empty note and one job, even for repeated requests', async () => {
    const sessionId = await uploadFile(me, clientId, recording)
    const upload = await world.db
      .selectFrom('uploads')
      .select('id')
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow()
    const responses = await Promise.all([1, 2, 3].map(() => me.api.recordings.completeUpload({ uploadId: upload.id })))
    expect(responses).toEqual([{ sessionId }, { sessionId }, { sessionId }])

    const session = await me.api.sessions.get({ sessionId })
    expect(session).toMatchObject({
      clientId,
      status: 'processing',
      settingType: 'in-person',
      type: 'Individual',
      noteType: 'SOAP',
      durationMinutes: 30,
    })
    const { rows } = await sql<{
      data: object
    }>`select data from pgboss.job where name = 'recordings.process' and data->>'sessionId' = ${sessionId}`.execute(
      world.db,
    )
    expect(rows).toEqual([{ data: { sessionId, userId: therapistId, requestId: expect.any(String) } }])
    expect(await me.api.recordings.getUpload({ uploadId: upload.id })).toMatchObject({ sessionId, nextChunk: 3 })
  })

  test('completing an upload uses the setting that was chosen last', async () => {
    const { id: uploadId } = await me.api.recordings.startUpload(uploadMetadata(clientId, recording))
    for (const [n, part] of chunksOf(recording).entries()) await putChunk(me, uploadId, n, part)
    const { sessionId } = await me.api.recordings.completeUpload({ uploadId, settingType: 'telehealth' })
    expect(await me.api.sessions.get({ sessionId })).toMatchObject({ settingType: 'telehealth' })
  })

  test('completing an upload creates one session if two tabs complete it at the same time', async () => {
    const { id: uploadId } = await me.api.recordings.startUpload(uploadMetadata(clientId, recording))
    for (const [n, part] of chunksOf(recording).entries()) await putChunk(me, uploadId, n, part)
    const [one, two] = await Promise.all([1, 2].map(() => me.api.recordings.completeUpload({ uploadId })))
    expect(one).toEqual(two)
    const sessions = await world.db.selectFrom('sessions').select('id').where('client_id', '=', clientId).execute()
    expect(sessions).toHaveLength(1)
  })

  test('completing an upload dates the session in the therapist’s time zone, not the server’s', async () => {
    const world2 = await createWorld({ providers: { clock: () => new Date('2026-03-01T23:30:00Z') } })
    const client = await buildClient(world2)
    await world2.db
      .updateTable('users')
      .set({ time_zone: 'Pacific/Auckland' })
      .where('id', '=', client.therapistId)
      .execute()
    const there = await sender(world2, client.therapistId)
    const sessionId = await uploadFile(there, client.id, recording)
    expect(await there.api.sessions.get({ sessionId })).toMatchObject({
      date: '2026-03-02',
      startTime: '12:30',
      endTime: '13:00',
    })
    await world2.close()
  })

  test('completing an upload with a missing chunk is rejected and creates nothing', async () => {
    const { id: uploadId } = await me.api.recordings.startUpload(uploadMetadata(clientId, recording))
    const [first = recording, , third = recording] = chunksOf(recording)
    await putChunk(me, uploadId, 0, first)
    await putChunk(me, uploadId, 2, third)
    await expect(me.api.recordings.completeUpload({ uploadId })).rejects.toMatchObject({
      code: 'upload_incomplete',
      status: 409,
    })
    expect(await world.db.selectFrom('sessions').select('id').where('client_id', '=', clientId).execute()).toEqual([])
    expect((await me.api.recordings.getUpload({ uploadId })).nextChunk).toBe(1)
  })
})

describe('canceling an upload', () => {
  test('canceling an upload deletes its chunks', async () => {
    const { id: uploadId } = await me.api.recordings.startUpload(uploadMetadata(clientId, recording))
    await putChunk(me, uploadId, 0, chunksOf(recording)[0] ?? recording)
    expect(await me.api.recordings.cancelUpload({ uploadId })).toEqual({ cancelled: true })
    expect(await world.db.selectFrom('upload_chunks').select('n').where('upload_id', '=', uploadId).execute()).toEqual(
      [],
    )
    await expect(me.api.recordings.getUpload({ uploadId })).rejects.toMatchObject({ code: 'upload_missing' })
    await expect(me.api.recordings.cancelUpload({ uploadId })).rejects.toMatchObject({ code: 'upload_missing' })
  })

  test('canceling an upload is rejected after the upload became a session', async () => {
    const sessionId = await uploadFile(me, clientId, recording)
    const upload = await world.db
      .selectFrom('uploads')
      .select('id')
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow()
    await expect(me.api.recordings.cancelUpload({ uploadId: upload.id })).rejects.toMatchObject({
      code: 'upload_finished',
    })
  })
})

describe('access to uploads', () => {
  test('only the client’s therapist can start, read, complete or cancel an upload or send its chunks', async () => {
    const organization = await buildOrganization(world)
    const supervisor = (await buildMember(world, { organizationId: organization.id, role: 'supervisor' })).userId
    const own = (await buildMember(world, { organizationId: organization.id, managedBy: supervisor })).userId
    const theirs = await buildClient(world, { therapistId: own })
    const therapist = await sender(world, own)
    const { id: uploadId } = await therapist.api.recordings.startUpload(uploadMetadata(theirs.id, recording))
    const others = {
      not_allowed: [
        supervisor,
        organization.ownerId,
        (await buildMember(world, { organizationId: organization.id, role: 'admin' })).userId,
      ],
      client_missing: [
        (await buildMember(world, { organizationId: organization.id })).userId,
        (await buildMember(world, { organizationId: organization.id, role: 'supervisor' })).userId,
        (await buildOrganization(world)).ownerId,
        await buildUser(world),
        await buildUser(world, { role: 'admin' }),
      ],
    }
    for (const [code, people] of Object.entries(others)) {
      for (const person of people) {
        const other = await sender(world, person)
        await expect(other.api.recordings.startUpload(uploadMetadata(theirs.id, recording))).rejects.toMatchObject({
          code,
        })
        await expect(other.api.recordings.getUpload({ uploadId })).rejects.toMatchObject({ code: 'upload_missing' })
        await expect(other.api.recordings.completeUpload({ uploadId })).rejects.toMatchObject({
          code: 'upload_missing',
        })
        await expect(other.api.recordings.cancelUpload({ uploadId })).rejects.toMatchObject({ code: 'upload_missing' })
        expect(await putChunk(other, uploadId, 0, chunksOf(recording)[0] ?? recording)).toEqual({
          status: 404,
          code: 'upload_missing',
        })
      }
    }
    await expect(world.anonymous.recordings.getUpload({ uploadId })).rejects.toMatchObject({
      code: 'not_signed_in',
      status: 401,
    })
    const anonymous = { world, headers: { origin: world.url } }
    expect(await putChunk(anonymous, uploadId, 0, chunksOf(recording)[0] ?? recording)).toEqual({
      status: 401,
      code: 'not_signed_in',
    })
    const deactivated = await sender(world, own)
    await world.db.updateTable('users').set({ is_active: false }).where('id', '=', own).execute()
    expect(await putChunk(deactivated, uploadId, 0, chunksOf(recording)[0] ?? recording)).toEqual({
      status: 401,
      code: 'not_signed_in',
    })
  })

  test('an upload chunk sent from another site is rejected', async () => {
    const { id: uploadId } = await me.api.recordings.startUpload(uploadMetadata(clientId, recording))
    const elsewhere = { world, headers: { ...me.headers, origin: 'https://elsewhere.example' } }
    expect(await putChunk(elsewhere, uploadId, 0, chunksOf(recording)[0] ?? recording)).toEqual({
      status: 403,
      code: 'foreign_origin',
    })
  })
})

/** Sends an endless body without a declared length. */
function sendEndlessly(url: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve) => {
    const sending = request(url, { method: 'PUT', headers })
    const end = () => resolve('cut off')
    sending.on('response', ({ statusCode }) => (statusCode === 413 ? end() : resolve(`status ${statusCode}`)))
    // The server may disconnect before this sender reads the response.
    sending.on('error', end)
    Readable.from(endless()).pipe(sending)
  })
}

function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(64 * 1024)
}
