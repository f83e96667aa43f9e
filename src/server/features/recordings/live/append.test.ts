import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chunkBytes } from '#shared/contract/recordings.ts'
import { buildClient } from '#test/build.ts'
import { type LivePart, putLive, sendSegment, slicesOf, spokenWebm, startLive } from '#test/live.ts'
import { sender, type Sender } from '#test/upload.ts'
import { createWorld, type World } from '#test/world.ts'
import { chunkKeys, openChunk } from '../sealed-chunk.ts'
import { maxRecordingBytes } from './store.ts'

let world: World
let me: Sender
let clientId = ''
let sessionId = ''
let spoken = Buffer.alloc(0)
let chunks: Buffer<ArrayBuffer>[] = []
beforeAll(async () => {
  world = await createWorld()
  const client = await buildClient(world)
  clientId = client.id
  me = await sender(world, client.therapistId)
  spoken = await spokenWebm()
  chunks = slicesOf(spoken, 10)
})
afterAll(() => world.close())
beforeEach(async () => {
  sessionId = (await startLive(me, clientId)).sessionId
})

const put = (part: LivePart) => putLive(me, sessionId, part)
/** Joins the chunks from number `from` up to number `to` - 1. */
const joined = (from: number, to: number): LivePart => ({
  bytes: Buffer.concat(chunks.slice(from, to)),
  n: from,
  count: to - from,
})

async function storedBytes(id = sessionId): Promise<Buffer> {
  const rows = await world.db.selectFrom('live_chunks').where('session_id', '=', id).selectAll().orderBy('n').execute()
  const keys = chunkKeys(world.config)
  return Buffer.concat(rows.map((row) => openChunk(keys, { recordingId: id, n: row.n }, row)))
}

describe('chunks of a live recording', () => {
  test('a live recording stores single and joined chunks in order', async () => {
    expect(await put(joined(0, 1))).toEqual({ status: 200, stored: { nextChunk: 1, savedMs: 500 } })
    expect(await put(joined(1, 4))).toEqual({ status: 200, stored: { nextChunk: 4, savedMs: 2000 } })
    expect(await put(joined(4, 10))).toEqual({ status: 200, stored: { nextChunk: 10, savedMs: 5000 } })
    expect((await storedBytes()).equals(spoken)).toBe(true)
  })

  test('a live recording stores repeated chunks once, however they are joined, and acknowledges them again', async () => {
    await put(joined(0, 3))
    await put(joined(3, 4))
    await put(joined(4, 8))
    const stored = { nextChunk: 8, savedMs: 4000 }
    for (const [from, to] of [
      [0, 3],
      [0, 1],
      [1, 2],
      [2, 3],
      [0, 8],
      [2, 6],
      [5, 8],
      [7, 8],
    ] as const) {
      expect([from, to, await put(joined(from, to))]).toEqual([from, to, { status: 200, stored }])
    }
    expect((await storedBytes()).equals(Buffer.concat(chunks.slice(0, 8)))).toBe(true)
  })

  test('a live recording rejects chunks after a gap and returns the stored position', async () => {
    await put(joined(0, 3))
    const rejection = { status: 409, code: 'chunk_out_of_order', stored: { nextChunk: 3, savedMs: 1500 } }
    expect(await put(joined(4, 5))).toEqual(rejection)
    expect(await put(joined(1, 5))).toEqual(rejection)
    expect(await put(joined(2, 4))).toEqual(rejection)
    expect((await storedBytes()).equals(Buffer.concat(chunks.slice(0, 3)))).toBe(true)
  })

  test('a live recording rejects chunks of another device whose numbers are in use', async () => {
    await put(joined(0, 4))
    await put({ bytes: chunks[0] ?? Buffer.alloc(0), n: 4, segment: 1 })
    const other = Buffer.concat([chunks[0] ?? Buffer.alloc(0), Buffer.from('other')])
    const rejection = { status: 422, code: 'chunk_out_of_range' }
    // Rejected in this order: bytes of which only the beginning is equal, other bytes of the same length, the same
    // bytes at another position, and twice the same bytes of another segment.
    expect(await put({ bytes: other, n: 0, count: 4 })).toMatchObject(rejection)
    expect(await put({ bytes: Buffer.alloc(joined(0, 4).bytes.length, 1), n: 0, count: 4 })).toMatchObject(rejection)
    expect(await put({ bytes: chunks[1] ?? other, n: 0 })).toMatchObject(rejection)
    expect(await put({ ...joined(0, 4), segment: 1 })).toMatchObject(rejection)
    expect(await put({ bytes: chunks[0] ?? other, n: 4, segment: 0 })).toMatchObject(rejection)
    // Chunk 4 is stored and chunk 5 is not. Chunk 5 of another device must not be appended.
    expect(await put({ bytes: other, n: 4, count: 2, segment: 0 })).toMatchObject(rejection)
    expect(await put({ bytes: Buffer.from(other.toReversed()), n: 4, count: 2, segment: 1 })).toMatchObject(rejection)
    expect(await put({ bytes: other, n: 4, count: 2, segment: 1 })).toMatchObject({ code: 'chunk_out_of_order' })
  })

  test('a live recording rejects chunks of another device that begin in the middle of a stored group', async () => {
    await put(joined(0, 4))
    const other = Buffer.concat([Buffer.from('other'), joined(2, 6).bytes])
    expect(await put({ bytes: other, n: 2, count: 4 })).toMatchObject({ status: 422, code: 'chunk_out_of_range' })
    expect(await put(joined(2, 6))).toMatchObject({ status: 409, code: 'chunk_out_of_order' })
  })

  test('a live recording stores chunks once if the same request is sent several times in parallel', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => put(joined(0, 2))))
    expect(responses.every(({ status, stored }) => status === 200 && stored?.nextChunk === 2)).toBe(true)
    expect((await storedBytes()).equals(Buffer.concat(chunks.slice(0, 2)))).toBe(true)
  })

  test('a live recording has no gap if all chunks are sent in parallel', async () => {
    let next = 0
    while (next < chunks.length) {
      const responses = await Promise.all(chunks.map((bytes, n) => put({ bytes, n })))
      expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true)
      const { nextChunk } = await me.api.recordings.live({ sessionId })
      expect(nextChunk).toBeGreaterThan(next)
      expect((await storedBytes()).equals(Buffer.concat(chunks.slice(0, nextChunk)))).toBe(true)
      next = nextChunk
    }
  })

  test('chunks never decrease the saved time of a live recording', async () => {
    await put({ ...joined(0, 1), endsMs: 9000 })
    expect((await put({ ...joined(1, 2), endsMs: 8000 })).stored).toEqual({ nextChunk: 2, savedMs: 9000 })
  })

  test('a live recording continues the numbering in a new segment, and rejects chunks of an earlier segment', async () => {
    await put(joined(0, 10))
    expect(await put({ ...joined(0, 5), n: 10, segment: 2 })).toMatchObject({ status: 200, stored: { nextChunk: 15 } })
    expect(await me.api.recordings.live({ sessionId })).toMatchObject({ nextSegment: 3 })
    const late = { ...joined(0, 5), n: 15 }
    expect(await put({ ...late, segment: 1 })).toMatchObject({ status: 422, code: 'chunk_out_of_range' })
    expect(await put({ ...late, segment: 2 })).toMatchObject({ status: 200 })
  })
})

describe('rejected chunks', () => {
  const code = async (part: LivePart) => (await put(part)).code

  test('a live recording rejects damaged and empty chunks, and data that is not audio', async () => {
    const bytes = chunks[0] ?? Buffer.alloc(0)
    const other = createHash('sha256').update('other').digest('hex')
    expect(await code({ bytes, n: 0, sha256: other })).toBe('chunk_damaged')
    expect(await code({ bytes: Buffer.alloc(0), n: 0 })).toBe('recording_empty')
    for (const mediaType of ['video/webm', 'text/plain', 'audio', `audio/${'x'.repeat(200)}`]) {
      expect([mediaType, await code({ bytes, n: 0, mediaType })]).toEqual([mediaType, 'recording_format'])
    }
    expect(await storedBytes()).toHaveLength(0)
  })

  test('a live recording rejects a segment that does not begin like a recording, even if its first chunk is tiny', async () => {
    const pdf = Buffer.concat([Buffer.from('%PDF-1.7 '), Buffer.alloc(200, 'x')])
    expect(await code({ bytes: pdf, n: 0 })).toBe('recording_format')
    expect(await code({ bytes: Buffer.from('%'), n: 0 })).toBe('recording_format')
    expect(await put({ bytes: spoken.subarray(0, 1), n: 0 })).toMatchObject({ status: 200 })
    expect(await put({ bytes: spoken.subarray(1), n: 1 })).toMatchObject({ status: 200 })
    expect(await code({ bytes: spoken.subarray(300), n: 2, segment: 1 })).toBe('recording_format')
    const mp4 = Buffer.from('000000246674797069736f6d0000020069736f6d69736f366973', 'hex')
    expect(await put({ bytes: mp4, n: 2, segment: 1, mediaType: 'audio/mp4' })).toMatchObject({ status: 200 })
  })

  test('a live recording rejects a body that is too large', async () => {
    expect(await put({ bytes: Buffer.alloc(chunkBytes + 1), n: 0 })).toMatchObject({ status: 413, code: 'too_large' })
  })

  test('a live recording rejects invalid chunk numbers', async () => {
    const bytes = chunks[0] ?? Buffer.alloc(0)
    const outOfRange = [
      { n: -1 },
      { n: 0.5 },
      { n: 2 ** 31 },
      { n: 2 ** 31 - 1 },
      { count: 0 },
      { count: bytes.length + 1 },
      { segment: 2 ** 31 - 1 },
    ]
    for (const part of outOfRange) {
      expect([part, await code({ bytes, n: 0, ...part })]).toEqual([part, 'chunk_out_of_range'])
    }
    for (const part of [{ count: -1 }, { segment: Number.NaN }, { endsMs: -5 }, { endsMs: 2 ** 31 }]) {
      expect([part, await code({ bytes, n: 0, ...part })]).toEqual([part, 'input_invalid'])
    }
  })

  test('a live recording rejects chunks over the size limit and after its end', async () => {
    await put(joined(0, 1))
    await sql`update live_recordings set bytes = ${maxRecordingBytes} where session_id = ${sessionId}`.execute(world.db)
    expect(await put(joined(1, 2))).toMatchObject({ status: 413, code: 'recording_full' })
    await sql`update live_recordings set bytes = ${chunks[0]?.length} where session_id = ${sessionId}`.execute(world.db)
    await me.api.recordings.end({ sessionId, chunks: 1 })
    expect(await put(joined(1, 2))).toMatchObject({ status: 409, code: 'recording_ended' })
    expect(await put(joined(0, 1))).toMatchObject({ code: 'recording_ended' })
  })
})

describe('chunks of many recordings at once', () => {
  async function startTenRecordings() {
    const clients = await Promise.all(Array.from({ length: 10 }, () => buildClient(world)))
    return await Promise.all(
      clients.map(async (client) => {
        const from = await sender(world, client.therapistId)
        return { from, id: (await startLive(from, client.id)).sessionId }
      }),
    )
  }

  test('chunks that many therapists send at once are stored in their own recordings, and foreign chunks are rejected', async () => {
    const recordings = await startTenRecordings()
    for (const n of [0, 1, 2]) {
      const bytes = chunks[n] ?? Buffer.alloc(0)
      const sent = recordings.map(({ from, id }) => putLive(from, id, { bytes, n }))
      const foreign = recordings.slice(0, 3).map(({ id }) => putLive(me, id, { bytes, n }))
      expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(10).fill(200))
      expect((await Promise.all(foreign)).map(({ status }) => status)).toEqual(Array(3).fill(404))
    }
    const expected = Buffer.concat(chunks.slice(0, 3))
    for (const { id } of recordings) expect((await storedBytes(id)).equals(expected)).toBe(true)
  })

  test('chunks of other recordings are stored while one recording is locked, whose chunks are stored after the lock', async () => {
    const recordings = await startTenRecordings()
    const [locked, ...others] = recordings
    const part = { bytes: chunks[0] ?? Buffer.alloc(0), n: 0 }
    let waiting: ReturnType<typeof putLive> | undefined
    await world.db.transaction().execute(async (transaction) => {
      await sql`select from live_recordings where session_id = ${locked?.id} for update`.execute(transaction)
      waiting = locked && putLive(locked.from, locked.id, part)
      const responses = await Promise.all(others.map(({ from, id }) => putLive(from, id, part)))
      expect(responses.map(({ status }) => status)).toEqual(Array(9).fill(200))
    })
    expect(await waiting).toMatchObject({ status: 200, stored: { nextChunk: 1 } })
    for (const { id } of recordings) expect(await storedBytes(id)).toEqual(part.bytes)
  })
})

test('a live recording stores exactly the captured audio despite lost, repeated and joined requests', async () => {
  const step = fc.record({
    /** Number of chunks that the request joins. */
    joins: fc.integer({ min: 1, max: 4 }),
    isResponseLost: fc.boolean(),
    /** Selects an earlier request that arrives again before this request. */
    repeatedRequest: fc.option(fc.nat(), { nil: null }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const { sessionId: id } = await startLive(me, clientId)
      const sent: LivePart[] = []
      let next = 0
      let saved = 0
      for (const { joins, isResponseLost, repeatedRequest } of steps) {
        const repeated = repeatedRequest === null ? [] : sent.slice(repeatedRequest % sent.length).slice(0, 1)
        for (const old of repeated) {
          expect((await putLive(me, id, old)).stored?.nextChunk).toBeGreaterThanOrEqual(next)
        }
        if (next >= chunks.length) continue
        const part = joined(next, Math.min(chunks.length, next + joins))
        sent.push(part)
        const { stored, code } = await putLive(me, id, part)
        if (!stored) throw new Error(code)
        expect(stored.savedMs).toBeGreaterThanOrEqual(saved)
        saved = stored.savedMs
        // After a lost response, the sender continues from its last known position and may join the chunks differently.
        if (!isResponseLost) next = stored.nextChunk
      }
      const { nextChunk } = await me.api.recordings.live({ sessionId: id })
      await sendSegment(me, id, chunks.slice(nextChunk), { n: nextChunk })
      expect((await storedBytes(id)).equals(spoken)).toBe(true)
    }),
    { numRuns: 20 },
  )
})
