import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { encodeWav } from '#shared/audio/wav.ts'
import { createFakeSpeech, type FakeLiveText } from '#server/providers/speech/fake.ts'
import { SpeechError } from '#server/providers/speech/port.ts'
import { buildClient, buildMember, buildSession } from '#test/build.ts'
import { createWorld, type World } from '#test/world.ts'
import { transcribeLiveChunk } from './transcribe-live-chunk.ts'

/** A long timeout, because all tests of the project share the machine. */
const pollOptions = { timeout: 15_000 }

const said = 'I slept a little better.'
const spoken = encodeWav(Int16Array.from({ length: 80_000 }, (_, at) => at % 200))

let world: World
let transcribe: FakeLiveText
const lines: string[] = []
beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const speech = createFakeSpeech([], {}, (samples, signal) => transcribe(samples, signal))
  world = await createWorld({ providers: { speech, log } })
})
afterAll(() => world.close())

let therapistId = ''
let headers: Record<string, string>
let sessionId = ''
beforeEach(async () => {
  transcribe = () => said
  lines.length = 0
  therapistId = (await buildMember(world)).userId
  headers = await world.headersOf(therapistId)
  sessionId = await buildRecordedSession(therapistId)
})

async function buildRecordedSession(ownerId: string, status = 'recording') {
  const { id: clientId } = await buildClient(world, { therapistId: ownerId })
  const { id } = await buildSession(world, { clientId })
  await world.db.updateTable('sessions').set({ status, source: 'recorded' }).where('id', '=', id).execute()
  return id
}

interface LiveChunkRequest {
  body?: Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  sessionId?: string
  signal?: AbortSignal
}

async function send(chunk: LiveChunkRequest = {}): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${world.url}/api/sessions/${chunk.sessionId ?? sessionId}/live-text`, {
    method: 'POST',
    headers: { 'content-type': 'audio/wav', ...headers, ...chunk.headers },
    body: chunk.body ?? spoken,
    signal: chunk.signal ?? null,
  })
  return { status: response.status, body: await response.json() }
}

const rejection = (status: number, code: string, message: string) => ({ status, body: { code, message } })

describe('a live chunk', () => {
  test('sending a live chunk returns its words', async () => {
    let received = new Int16Array(0)
    transcribe = (samples) => {
      received = Int16Array.from(samples)
      return said
    }
    expect(await send()).toEqual({ status: 200, body: { text: said } })
    expect(Buffer.from(received.buffer)).toEqual(Buffer.from(spoken.subarray(44)))
  })

  test('a silent live chunk returns an empty text', async () => {
    transcribe = () => ''
    expect(await send()).toEqual({ status: 200, body: { text: '' } })
  })

  test('a live chunk of ten seconds is accepted, and a longer chunk is rejected', async () => {
    expect((await send({ body: encodeWav(new Int16Array(160_000)) })).status).toBe(200)
    expect(await send({ body: encodeWav(new Int16Array(161_000)) })).toMatchObject(
      rejection(413, 'too_large', 'The request is too large.'),
    )
  })

  test.each<[string, Uint8Array<ArrayBuffer>]>([
    ['nothing', new Uint8Array(0)],
    ['a WAV file without sound', encodeWav(new Int16Array(0))],
    ['another sample rate', encodeWav(new Int16Array(8_000), 8_000)],
    ['a WAV file cut off in its header', spoken.slice(0, 30)],
    ['something else', new TextEncoder().encode('not a recording, whatever it says it is')],
  ])('a live chunk is rejected if it contains %s', async (_, body) => {
    expect(await send({ body })).toMatchObject(rejection(422, 'recording_invalid', 'Invalid audio recording'))
  })

  test.each(['video/webm', 'application/octet-stream', ''])(
    'a live chunk with the content type %j is rejected',
    async (type) => {
      expect(await send({ headers: { 'content-type': type } })).toMatchObject(
        rejection(422, 'recording_format', 'Invalid audio format'),
      )
    },
  )

  test('a live chunk adds no row to any table and no word to the logs', async () => {
    const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(world.db)
    const count = async () => {
      const counts = tables.rows.map(({ name }) => sql`select count(*)::int as n from ${sql.table(name)}`)
      return (await sql`${sql.join(counts, sql` union all `)}`.execute(world.db)).rows
    }
    const before = await count()
    expect((await send()).status).toBe(200)
    expect(await count()).toEqual(before)
    expect(lines.join('')).not.toContain(said)
  })

  test('the speech engine transcribes a live chunk outside any transaction', async () => {
    let open = -1
    transcribe = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and usename like 'app_web%' and state like 'idle in transaction%'`.execute(
        world.db,
      )
      open = rows[0]?.n ?? -1
      return said
    }
    await send()
    expect(open).toBe(0)
  })
})

describe('a speech engine that fails on live text', () => {
  const failing: FakeLiveText = () => {
    throw new SpeechError('transcription_failed', '429 Too Many Requests - slow down', true)
  }

  test('live text fails with speech_unavailable without a speech engine', async () => {
    transcribe = () => {
      throw new SpeechError('speech_unavailable', 'no speech engine is set up')
    }
    expect(await send()).toMatchObject(
      rejection(
        503,
        'speech_unavailable',
        'No speech engine is set up. The recording is saved. Set up an engine and choose Transcribe Again, or upload a transcript file.',
      ),
    )
  })

  test('live text fails with the reason that the speech engine gives', async () => {
    transcribe = failing
    expect(await send()).toMatchObject(
      rejection(502, 'transcription_failed', 'Transcription failed: 429 Too Many Requests - slow down'),
    )
  })

  test('live text fails with transcription_not_started after an unexpected error of the engine, which is logged', async () => {
    transcribe = () => Promise.reject(new Error('odd'))
    expect(await send()).toMatchObject(rejection(502, 'transcription_not_started', 'Failed to start transcription'))
    expect(lines.join('')).toContain('odd')
  })

  test('a live chunk whose transcription exceeds the time limit fails', async () => {
    const speech = createFakeSpeech([], {}, async (_, signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return said
    })
    const { signal } = new AbortController()
    const chunk = { sessionId, samples: new Int16Array(1), vocabulary: [], signal }
    await expect(transcribeLiveChunk({ speech, log: world.providers.log }, chunk, 10)).rejects.toMatchObject({
      code: 'transcription_failed',
      message: 'Transcription failed: the speech engine took too long',
    })
  })

  test('a failed live chunk leaves the session unchanged, and the next chunk is transcribed', async () => {
    transcribe = failing
    await send()
    const session = world.db.selectFrom('sessions').select('status').where('id', '=', sessionId)
    expect(await session.executeTakeFirst()).toEqual({ status: 'recording' })
    transcribe = () => said
    expect((await send()).status).toBe(200)
  })
})

describe('limits of live text', () => {
  const busy = rejection(503, 'live_text_busy', 'The speech engine is busy. The recording is not affected.')

  /** Makes the engine wait in each transcription until the test calls `end`. */
  function blockEngine() {
    const running: (() => void)[] = []
    const signals: AbortSignal[] = []
    transcribe = (_, signal) => {
      signals.push(signal)
      return new Promise<string>((resolve, reject) => {
        running.push(() => resolve(said))
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    }
    return { running, signals, end: () => running.splice(0).forEach((done) => done()) }
  }

  test('at most two live chunks of a user and four of a process are transcribed at once', async () => {
    const engine = blockEngine()
    const others = await Promise.all([1, 2].map(async () => (await buildMember(world)).userId))
    const waiting = [send(), send()]
    await expect.poll(() => engine.running.length, pollOptions).toBe(2)
    expect(await send()).toMatchObject(busy)
    for (const other of others) {
      const chunk = { headers: await world.headersOf(other), sessionId: await buildRecordedSession(other) }
      waiting.push(send(chunk))
    }
    await expect.poll(() => engine.running.length, pollOptions).toBe(4)
    const third = (await buildMember(world)).userId
    const last = { headers: await world.headersOf(third), sessionId: await buildRecordedSession(third) }
    expect(await send(last)).toMatchObject(busy)
    engine.end()
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    transcribe = () => said
    expect((await send(last)).status).toBe(200)
  })

  test('a live chunk is stopped and frees its slot if its sender disconnects', async () => {
    const engine = blockEngine()
    const sender = new AbortController()
    const requests = [1, 2].map(() => send({ signal: sender.signal }))
    await expect.poll(() => engine.signals.length, pollOptions).toBe(2)
    sender.abort()
    await Promise.allSettled(requests)
    await expect.poll(() => engine.signals.every(({ aborted }) => aborted), pollOptions).toBe(true)
    transcribe = () => said
    expect((await send()).status).toBe(200)
    expect(lines.join('')).not.toContain('unexpected')
  })
})

describe('access to live text', () => {
  test('live text is rejected for anonymous callers', async () => {
    const response = await fetch(`${world.url}/api/sessions/${sessionId}/live-text`, {
      method: 'POST',
      headers: { origin: world.url, 'content-type': 'audio/wav' },
      body: spoken,
    })
    expect({ status: response.status, body: await response.json() }).toMatchObject(
      rejection(401, 'not_signed_in', 'User not authenticated'),
    )
  })

  test.each(['processing', 'completed', 'cancelled', 'scheduled'])(
    'live text is rejected for a session with the status %s',
    async (status) => {
      expect(await send({ sessionId: await buildRecordedSession(therapistId, status) })).toMatchObject({
        status: 409,
        body: { code: 'recording_ended' },
      })
    },
  )
})
