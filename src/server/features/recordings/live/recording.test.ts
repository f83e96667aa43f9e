import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPool } from '#server/postgres/connection.ts'
import { Tenant } from '#server/db/tenant.ts'
import { buildClient } from '#test/build.ts'
import { buildClinic, type Clinic, otherReaders, strangers } from '#test/clinic.ts'
import { jobsOf } from '#test/jobs.ts'
import { putLive, sendSegment, slicesOf, spokenWebm, startLive } from '#test/live.ts'
import { sender, type Sender } from '#test/upload.ts'
import { createWorld, type World } from '#test/world.ts'
import { listUnfinished } from './store.ts'

let now = new Date('2026-03-02T23:30:00Z')
let world: World
let clinic: Clinic
let me: Sender
let clientId = ''
let chunks: Buffer<ArrayBuffer>[] = []
beforeAll(async () => {
  world = await createWorld({ providers: { clock: () => now } })
  chunks = slicesOf(await spokenWebm(), 8)
})
afterAll(() => world.close())
beforeEach(async () => {
  now = new Date('2026-03-02T23:30:00Z')
  clinic = await buildClinic(world)
  me = await sender(world, clinic.therapistId)
  clientId = (await buildClient(world, { therapistId: clinic.therapistId, firstName: 'Ada', lastName: 'Moss' })).id
})

async function actionsOn(sessionId: string): Promise<string[]> {
  const events = await world.db
    .selectFrom('audit_events')
    .select('action')
    .where('resource_id', '=', sessionId)
    .orderBy('seq')
    .execute()
  return events.map(({ action }) => action)
}

const countStoredChunks = async (sessionId: string) =>
  (await world.db.selectFrom('live_chunks').select('n').where('session_id', '=', sessionId).execute()).length

const sessionRow = (sessionId: string) =>
  world.db.selectFrom('sessions').selectAll().where('id', '=', sessionId).executeTakeFirstOrThrow()

describe('starting a live recording', () => {
  test('starting a live recording creates a session in status recording with an empty note, and is audited', async () => {
    await world.db
      .updateTable('users')
      .set({ time_zone: 'America/New_York', default_note_type: 'DAP' })
      .where('id', '=', clinic.therapistId)
      .execute()
    const live = await startLive(me, clientId)
    expect(live).toMatchObject({ clientId, startedAt: now.toISOString(), nextChunk: 0, nextSegment: 0, savedMs: 0 })
    expect(live).toMatchObject({ lastChunkAt: null, endedAt: null })
    expect(await me.api.sessions.get({ sessionId: live.sessionId })).toMatchObject({
      date: '2026-03-02',
      startTime: '18:30',
      endTime: '19:00',
      type: 'Individual',
      settingType: 'in-person',
      status: 'recording',
      noteType: 'DAP',
      noteState: 'waiting',
    })
    const note = world.db.selectFrom('notes').selectAll().where('session_id', '=', live.sessionId)
    expect(await note.executeTakeFirstOrThrow()).toMatchObject({ type_chosen: false, version: 0, sections: [] })
    expect(await sessionRow(live.sessionId)).toMatchObject({ source: 'recorded' })
    expect((await actionsOn(live.sessionId)).slice(0, 2)).toEqual(['session.created', 'recording.started'])
    expect(await jobsOf(world, live.sessionId)).toEqual([])
  })

  test('starting a video visit makes even an in-person appointment telehealth, and stores location and consent', async () => {
    const when = { date: '2026-03-02', startTime: '23:00', durationMinutes: 50 }
    const appointment = await me.api.sessions.schedule({ clientId, ...when })
    const live = await me.api.recordings.start({
      clientId,
      requestId: randomUUID(),
      appointmentId: appointment.id,
      videoVisit: { everyoneAgreed: true, clientLocation: 'Oregon' },
    })
    expect(live).toMatchObject({ sessionId: appointment.id, isVideoVisit: true })
    expect(await sessionRow(live.sessionId)).toMatchObject({ setting_type: 'telehealth' })
    const stored = world.db.selectFrom('live_recordings').selectAll().where('session_id', '=', live.sessionId)
    expect(await stored.executeTakeFirstOrThrow()).toMatchObject({ is_video_visit: true, client_location: 'Oregon' })
    const started = world.db
      .selectFrom('audit_events')
      .select('details')
      .where('resource_id', '=', live.sessionId)
      .where('action', '=', 'recording.started')
    expect(await started.executeTakeFirstOrThrow()).toEqual({ details: { videoVisit: true, everyoneAgreed: true } })
    expect((await startLive(me, clientId)).isVideoVisit).toBe(false)
  })

  test('starting a live recording returns a key of 256 bits that differs for each session', async () => {
    const [first, second] = [await startLive(me, clientId), await startLive(me, clientId)]
    expect(Buffer.from(first.unsentKey, 'base64').length).toBe(32)
    expect(second.unsentKey).not.toBe(first.unsentKey)
    expect((await me.api.recordings.live(first)).unsentKey).toBe(first.unsentKey)
  })

  test('starting a live recording creates one session for a repeated request, even in parallel', async () => {
    const requestId = randomUUID()
    const start = () => me.api.recordings.start({ clientId, requestId })
    const results = await Promise.all([start(), start(), start(), start()])
    expect(new Set(results.map(({ sessionId }) => sessionId)).size).toBe(1)
    expect(await start()).toEqual(results[0])
    const sessions = await world.db.selectFrom('sessions').select('id').where('client_id', '=', clientId).execute()
    expect(sessions.length).toBe(1)
    const actions = await actionsOn(results[0].sessionId)
    expect(actions.filter((action) => action === 'recording.resumed').length).toBe(4)
  })

  test('starting a live recording creates a separate session if another therapist uses the same request id', async () => {
    const requestId = randomUUID()
    const theirs = await me.api.recordings.start({ clientId, requestId })
    const other = await buildClient(world)
    const own = await (await world.as(other.therapistId)).recordings.start({ clientId: other.id, requestId })
    expect(own.sessionId).not.toBe(theirs.sessionId)
    expect(own.unsentKey).not.toBe(theirs.unsentKey)
  })

  test('starting a live recording is allowed only for the caller’s own active clients', async () => {
    const start = (api = me.api, id = clientId) => api.recordings.start({ clientId: id, requestId: randomUUID() })
    for (const who of otherReaders) await expect(start(clinic[who])).rejects.toMatchObject({ code: 'not_allowed' })
    for (const who of strangers) await expect(start(clinic[who])).rejects.toMatchObject({ code: 'client_missing' })
    await expect(start(clinic.anonymous)).rejects.toMatchObject({ code: 'not_signed_in' })
    await expect(start(me.api, 'nonsense')).rejects.toMatchObject({ code: 'client_missing' })
    const { id } = await buildClient(world, { therapistId: clinic.therapistId, status: 'archived' })
    await expect(start(me.api, id)).rejects.toMatchObject({ code: 'client_archived' })
  })
})

describe('the state of a live recording', () => {
  test('the state of a live recording is returned to its therapist and audited', async () => {
    const { sessionId } = await startLive(me, clientId)
    await sendSegment(me, sessionId, chunks.slice(0, 2))
    now = new Date('2026-03-02T23:31:00Z')
    await putLive(me, sessionId, { bytes: chunks[0] ?? Buffer.alloc(0), n: 2, segment: 3, endsMs: 70_000 })
    expect(await me.api.recordings.live({ sessionId })).toMatchObject({
      nextChunk: 3,
      nextSegment: 4,
      savedMs: 70_000,
      lastChunkAt: now.toISOString(),
    })
    expect(await actionsOn(sessionId)).toEqual(['session.created', 'recording.started', 'recording.resumed'])
  })

  test('the state of a live recording is hidden from other users, and missing for a session that was not recorded live', async () => {
    const { sessionId } = await startLive(me, clientId)
    for (const verb of ['live', 'discard'] as const) {
      const call = (who: keyof Omit<Clinic, 'organizationId' | 'therapistId'>) =>
        clinic[who].recordings[verb]({ sessionId })
      for (const who of otherReaders) await expect(call(who)).rejects.toMatchObject({ code: 'not_allowed' })
      for (const who of strangers) await expect(call(who)).rejects.toMatchObject({ code: 'session_missing' })
      await expect(call('anonymous')).rejects.toMatchObject({ code: 'not_signed_in' })
    }
    const imported = await me.api.transcripts.import({
      clientId,
      settingType: 'telehealth',
      requestId: randomUUID(),
      fileName: 'a.txt',
      content: Buffer.from('Therapist: Hello.\nClient: Hello.').toString('base64'),
    })
    await expect(me.api.recordings.live(imported)).rejects.toMatchObject({ code: 'recording_missing' })
    await expect(me.api.recordings.live({ sessionId: 'x' })).rejects.toMatchObject({ code: 'session_missing' })
  })

  test('watchProgress shows a live recording as queued, and as failed once it is discarded', async () => {
    const { sessionId } = await startLive(me, clientId)
    const seen: string[] = []
    for await (const { stage, errorCode } of await me.api.sessions.watchProgress({ sessionId })) {
      seen.push(`${stage} ${errorCode ?? ''}`.trim())
      if (seen.length === 1) await me.api.recordings.discard({ sessionId })
    }
    expect(seen).toEqual(['queued', 'failed recording_nothing'])
  })
})

describe('unfinished recordings', () => {
  test('unfinished recordings are listed for their therapist, newest first, until they end', async () => {
    expect(await me.api.recordings.unfinished()).toEqual({ items: [] })
    const first = await startLive(me, clientId)
    now = new Date(now.getTime() + 1000)
    const second = await startLive(me, clientId)
    await sendSegment(me, first.sessionId, chunks.slice(0, 3))
    now = new Date(now.getTime() + 5000)
    const { items } = await me.api.recordings.unfinished()
    expect(items.map(({ idleMs }) => idleMs)).toEqual([5000, 5000])
    expect(items.map(({ sessionId }) => sessionId)).toEqual([second.sessionId, first.sessionId])
    expect(items[1]).toMatchObject({ nextChunk: 3, savedMs: 1500, client: { firstName: 'Ada', lastName: 'Moss' } })
    expect(items[1]).not.toHaveProperty('unsentKey')
    for (const who of [...otherReaders, ...strangers]) {
      expect(await clinic[who].recordings.unfinished()).toEqual({ items: [] })
    }
    await me.api.recordings.end({ sessionId: first.sessionId, chunks: 3 })
    await me.api.recordings.discard({ sessionId: second.sessionId })
    expect(await me.api.recordings.unfinished()).toEqual({ items: [] })
  })

  test('the list of unfinished recordings is audited if it names clients', async () => {
    await me.api.recordings.unfinished()
    await startLive(me, clientId)
    await me.api.recordings.unfinished()
    const events = await world.db
      .selectFrom('audit_events')
      .select('details')
      .where('actor_id', '=', clinic.therapistId)
      .where('action', '=', 'recording.listed')
      .execute()
    expect(events).toEqual([{ details: { count: 1 } }])
  })

  test('the query of unfinished recordings uses its own index, even among many ended recordings', async () => {
    const { sessionId } = await startLive(me, clientId)
    await sql`
      with made as (
        insert into sessions (organization_id, therapist_id, client_id, date, start_time, end_time)
        select organization_id, therapist_id, client_id, date, start_time, end_time
        from sessions, generate_series(1, 3000) where id = ${sessionId} returning *)
      insert into live_recordings (session_id, organization_id, therapist_id, request_id, ended_at)
      select id, organization_id, therapist_id, gen_random_uuid(), now() from made`.execute(world.db)
    await sql`analyze live_recordings, sessions`.execute(world.db)
    const pool = createPool(world.urls.app_worker, { max: 1, pipeline: false })
    const plan = await new Tenant(pool).asUser(clinic.therapistId, async (db, { userId }) => {
      const statements: string[] = []
      const explained = db.withPlugin({
        transformQuery: ({ node }) => {
          statements.push(db.getExecutor().compileQuery(node, { queryId: 'plan' }).sql)
          return node
        },
        transformResult: async ({ result }) => result,
      })
      expect((await listUnfinished(explained, userId, 100)).length).toBe(1)
      const text = (statements.at(-1) ?? '').replace('$1', `'${userId}'`).replace('$2', '100')
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(text)}`.execute(db)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    await pool.end()
    expect(plan).toContain('live_recordings_unfinished')
    expect(plan).not.toContain('Seq Scan on live_recordings')
    expect(plan).not.toContain('Seq Scan on sessions')
  })
})

describe('ending a live recording', () => {
  test('ending a live recording enqueues the processing and sets the length of the session to the recorded time', async () => {
    const { sessionId, startedAt } = await startLive(me, clientId)
    await sendSegment(me, sessionId, chunks)
    await putLive(me, sessionId, { bytes: chunks[0] ?? Buffer.alloc(0), n: 8, segment: 1, endsMs: 47 * 60_000 })
    now = new Date('2026-03-03T00:20:00Z')
    expect(await me.api.recordings.end({ sessionId, chunks: 9 })).toEqual({ sessionId })
    expect(await me.api.sessions.get({ sessionId })).toMatchObject({ status: 'processing', durationMinutes: 47 })
    expect((await me.api.recordings.live({ sessionId })).endedAt).toBe(now.toISOString())
    const recording = world.db.selectFrom('recordings').selectAll().where('session_id', '=', sessionId)
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0) + (chunks[0]?.length ?? 0)
    expect(await recording.executeTakeFirstOrThrow()).toMatchObject({
      state: 'received',
      size: bytes,
      upload_id: null,
      media_type: 'audio/webm;codecs=opus',
      recorded_at: new Date(startedAt),
    })
    expect(await jobsOf(world, sessionId)).toMatchObject([
      { name: 'recordings.process', data: { sessionId, userId: clinic.therapistId } },
    ])
    expect(await actionsOn(sessionId)).toContain('recording.received')
  })

  test('ending a live recording several times, even in parallel, stores one recording and enqueues one job', async () => {
    const { sessionId } = await startLive(me, clientId)
    await sendSegment(me, sessionId, chunks)
    const end = () => me.api.recordings.end({ sessionId, chunks: 8 })
    const results = await Promise.all([end(), end(), end()])
    expect(results).toEqual([{ sessionId }, { sessionId }, { sessionId }])
    expect(await end()).toEqual({ sessionId })
    expect((await jobsOf(world, sessionId)).length).toBe(1)
  })

  test('ending a live recording is rejected before all chunks arrived, unless the caller accepts the stored part', async () => {
    const { sessionId } = await startLive(me, clientId)
    await sendSegment(me, sessionId, chunks.slice(0, 5))
    await expect(me.api.recordings.end({ sessionId, chunks: 8 })).rejects.toMatchObject({
      code: 'recording_incomplete',
      data: { nextChunk: 5, savedMs: 2500 },
    })
    expect(await sessionRow(sessionId)).toMatchObject({ status: 'recording' })
    expect(await jobsOf(world, sessionId)).toEqual([])
    expect(await me.api.recordings.end({ sessionId, chunks: null })).toEqual({ sessionId })
  })

  test('ending an empty live recording is rejected and changes nothing', async () => {
    const { sessionId } = await startLive(me, clientId)
    for (const count of [0, null]) {
      await expect(me.api.recordings.end({ sessionId, chunks: count })).rejects.toMatchObject({
        code: 'recording_nothing',
        message: 'No audio data recorded',
      })
    }
    expect(await sessionRow(sessionId)).toMatchObject({ status: 'recording' })
    expect((await me.api.recordings.unfinished()).items.length).toBe(1)
  })

  test('ending a live recording loses no acknowledged chunk, even if the chunk arrives in parallel', async () => {
    for (let round = 0; round < 10; round++) {
      const { sessionId } = await startLive(me, clientId)
      const bytes = chunks[1] ?? Buffer.alloc(0)
      await sendSegment(me, sessionId, chunks.slice(0, 1))
      const [response] = await Promise.all([
        putLive(me, sessionId, { bytes, n: 1 }),
        me.api.recordings.end({ sessionId, chunks: null }),
      ])
      const isAppended = response.status === 200
      expect(isAppended || response.code === 'recording_ended').toBe(true)
      const recording = world.db.selectFrom('recordings').select('size').where('session_id', '=', sessionId)
      const size = (chunks[0]?.length ?? 0) + (isAppended ? bytes.length : 0)
      expect(await recording.executeTakeFirstOrThrow()).toEqual({ size })
      expect(await countStoredChunks(sessionId)).toBe(isAppended ? 2 : 1)
    }
  })

  test('ending a live recording is allowed only for the therapist of the session', async () => {
    const { sessionId } = await startLive(me, clientId)
    await sendSegment(me, sessionId, chunks)
    const end = (who: (typeof otherReaders | typeof strangers)[number] | 'anonymous') =>
      clinic[who].recordings.end({ sessionId, chunks: null })
    for (const who of otherReaders) await expect(end(who)).rejects.toMatchObject({ code: 'not_allowed' })
    for (const who of strangers) await expect(end(who)).rejects.toMatchObject({ code: 'session_missing' })
    await expect(end('anonymous')).rejects.toMatchObject({ code: 'not_signed_in' })
    expect(await sessionRow(sessionId)).toMatchObject({ status: 'recording' })
  })
})

describe('discarding a live recording', () => {
  test('discarding a live recording cancels the session and deletes its audio', async () => {
    const { sessionId } = await startLive(me, clientId)
    await sendSegment(me, sessionId, chunks)
    expect(await me.api.recordings.discard({ sessionId })).toEqual({ discarded: true })
    expect(await me.api.recordings.discard({ sessionId })).toEqual({ discarded: true })
    expect(await sessionRow(sessionId)).toMatchObject({ status: 'cancelled' })
    expect(await countStoredChunks(sessionId)).toBe(0)
    expect((await actionsOn(sessionId)).filter((action) => action === 'recording.discarded').length).toBe(1)
    expect(await putLive(me, sessionId, { bytes: chunks[0] ?? Buffer.alloc(0), n: 8 })).toMatchObject({
      code: 'recording_ended',
    })
    await expect(me.api.recordings.end({ sessionId, chunks: null })).rejects.toMatchObject({ code: 'recording_ended' })
  })

  test('discarding a live recording is rejected after the recording ended', async () => {
    const { sessionId } = await startLive(me, clientId)
    await sendSegment(me, sessionId, chunks)
    await me.api.recordings.end({ sessionId, chunks: 8 })
    await expect(me.api.recordings.discard({ sessionId })).rejects.toMatchObject({ code: 'recording_ended' })
    expect(await countStoredChunks(sessionId)).toBe(8)
  })
})
