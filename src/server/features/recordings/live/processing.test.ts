import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EncodedPacketSink } from 'mediabunny'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Files } from '#server/providers/files/port.ts'
import { openMedia } from '#server/providers/media/demux.ts'
import { createFakeSpeech } from '#server/providers/speech/fake.ts'
import { recordLive, sendSegment, slicesOf, spokenWebm, startLive } from '#test/live.ts'
import { failingStream, createProcessingHarness, type ProcessingHarness } from '#test/processing-harness.ts'
import { conversation, watchToEnd } from '#test/transcript.ts'
import { buildSender, type Sender } from '#test/upload.ts'
import { recordingJobs } from '../jobs.ts'

const turns = conversation.split('\n').map((text, at) => ({ start: at, end: at + 1, text }))

const harness = await createProcessingHarness({ speech: createFakeSpeech(turns) })
const { world, services, folder, rowOf, progressOf, stored } = harness
const spoken = await spokenWebm()
const mp4 = await readFile(new URL('../../../providers/media/fixtures/speech.m4a', import.meta.url))
const webkit = await readFile(new URL('../../../providers/media/fixtures/webkit-paused.mp4', import.meta.url))
const spokenPackets = await packetsOf(spoken)
afterAll(() => harness.close())

let me: Sender
let clientId = ''
let userId = ''
beforeEach(async () => {
  ;({ me, clientId, userId } = await buildSender(world))
})

const run = (sessionId: string, changes?: Parameters<ProcessingHarness['run']>[1]) =>
  harness.run({ sessionId, userId }, changes)

/** Returns the encoded audio of a file, as an independent parser reads it. */
async function packetsOf(bytes: Buffer): Promise<Buffer> {
  const path = join(folder, 'parsed')
  await writeFile(path, bytes)
  using input = openMedia(path)
  const track = await input.getPrimaryAudioTrack()
  if (!track) throw new Error('no audio track')
  const parts: Uint8Array[] = []
  for await (const { data } of new EncodedPacketSink(track).packets()) parts.push(data)
  return Buffer.concat(parts)
}

async function storedSegments(sessionId: string): Promise<number[]> {
  const rows = await world.db.selectFrom('live_chunks').select('segment').where('session_id', '=', sessionId).execute()
  return [...new Set(rows.map(({ segment }) => segment))].toSorted((a, b) => a - b)
}

const transcriptionsOf = (sessionId: string) => harness.countJobs(sessionId, 'transcripts.transcribe')

describe('a live recording', () => {
  test('a live recording is stored packet for packet, measured, and enqueued for transcription', async () => {
    const sessionId = await recordLive(me, clientId, [spoken], { chunksEach: 17 })
    await run(sessionId)
    const file = await stored(sessionId)
    expect((await packetsOf(file)).equals(spokenPackets)).toBe(true)
    const row = await rowOf(sessionId)
    expect(row).toMatchObject({
      state: 'stored',
      media_type: 'audio/webm',
      size: file.length,
      storage_name: `session-recordings/${userId}/${clientId}/${sessionId}.webm`,
    })
    expect(row.duration_seconds).toBeCloseTo(8.28, 1)
    expect(await progressOf(sessionId)).toMatchObject({ stage: 'transcribing', percent: 20, error: null })
    expect(await transcriptionsOf(sessionId)).toBe(1)
    expect(await storedSegments(sessionId)).toEqual([])
    expect(await readdir(join(folder, 'work'))).toEqual([])
  })

  test('the audio of a processed live recording can be requested by range', async () => {
    const sessionId = await recordLive(me, clientId, [spoken])
    await run(sessionId)
    const file = await stored(sessionId)
    const link = await fetch(`${world.url}/api/sessions/${sessionId}/playback`, {
      method: 'POST',
      headers: me.headers,
    })
    const { url, mediaType } = await link.json()
    expect(mediaType).toBe('audio/webm')
    const response = await fetch(world.url + url, { headers: { ...me.headers, range: 'bytes=4000-4999' } })
    expect(response.status).toBe(206)
    expect(Buffer.from(await response.arrayBuffer()).equals(file.subarray(4000, 5000))).toBe(true)
  })

  test('several segments of a live recording are joined into one file', async () => {
    const sessionId = await recordLive(me, clientId, [spoken, spoken, spoken])
    await run(sessionId)
    expect((await packetsOf(await stored(sessionId))).equals(Buffer.concat(Array(3).fill(spokenPackets)))).toBe(true)
    expect((await rowOf(sessionId)).duration_seconds).toBeCloseTo(24.84, 1)
  })

  test('a live recording gets its duration from its audio, not from the times stated with its chunks', async () => {
    const long = Array(11).fill(spoken)
    const sessionId = await recordLive(me, clientId, long, { chunksEach: 1 })
    expect(await me.api.sessions.get({ sessionId })).toMatchObject({ durationMinutes: 1 })
    await run(sessionId)
    expect(await me.api.sessions.get({ sessionId })).toMatchObject({ durationMinutes: 2 })
  })

  test('a live recording is processed even if it has one chunk only', async () => {
    const sessionId = await recordLive(me, clientId, [spoken], { chunksEach: 1 })
    await run(sessionId)
    expect((await packetsOf(await stored(sessionId))).equals(spokenPackets)).toBe(true)
  })

  test('a live MP4 recording is stored without encoding it again', async () => {
    const sessionId = await recordLive(me, clientId, [mp4, mp4])
    await run(sessionId)
    expect(await rowOf(sessionId)).toMatchObject({ state: 'stored', media_type: 'audio/mp4' })
    const packets = await packetsOf(mp4)
    expect((await packetsOf(await stored(sessionId))).equals(Buffer.concat([packets, packets]))).toBe(true)
  })

  test('a live WebKit recording, paused and resumed after a crash, is stored with its whole duration', async () => {
    const sessionId = await recordLive(me, clientId, [webkit, webkit], { chunksEach: 7 })
    await run(sessionId)
    const row = await rowOf(sessionId)
    expect(row).toMatchObject({ state: 'stored', media_type: 'audio/mp4' })
    expect(row.duration_seconds).toBeCloseTo(6.04, 1)
    expect(await transcriptionsOf(sessionId)).toBe(1)
    expect(await storedSegments(sessionId)).toEqual([])
  })

  test('a live recording keeps the chunks of all segments if the joined file is much shorter than the recorded time', async () => {
    const sessionId = await recordLive(me, clientId, [webkit, webkit], { chunksEach: 60 })
    await run(sessionId)
    expect(await rowOf(sessionId)).toMatchObject({ state: 'stored' })
    expect(await storedSegments(sessionId)).toEqual([0, 1])
    expect((await me.api.notes.get({ sessionId })).session).toMatchObject({ hasAudio: true, hasUnreadParts: true })
  })

  test.each([
    ['keeps its chunks if two seconds and a half are missing', 19, [0, 1]],
    ['loses its chunks if less than a second is missing in each segment', 18, []],
  ])('a live recording %s', async (_name, chunksEach, segments) => {
    const sessionId = await recordLive(me, clientId, [spoken, spoken], { chunksEach })
    await run(sessionId)
    expect((await packetsOf(await stored(sessionId))).equals(Buffer.concat([spokenPackets, spokenPackets]))).toBe(true)
    expect(await storedSegments(sessionId)).toEqual(segments)
  })

  test('live segments of two browsers, in WebM and MP4, are joined into one file', async () => {
    const sessionId = await recordLive(me, clientId, [spoken, mp4])
    await run(sessionId)
    const row = await rowOf(sessionId)
    expect(row).toMatchObject({ state: 'stored' })
    expect(row.duration_seconds).toBeGreaterThan(8.28 + 5)
    expect(await storedSegments(sessionId)).toEqual([])
  })
})

describe('an unreadable live recording', () => {
  const header = Buffer.from(
    '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff',
    'hex',
  )
  const garbage = Buffer.concat([header, Buffer.alloc(3000, 'no audio ')])

  test.each([
    ['a header and nothing else', header],
    ['a header before garbage', garbage],
  ])(
    'a live recording with %s fails with a sentence that names a next step, and can be processed again',
    async (_name, bytes) => {
      const sessionId = await recordLive(me, clientId, [bytes, bytes], { chunksEach: 2 })
      await run(sessionId)
      const failed = {
        stage: 'failed',
        error_code: 'recording_unreadable',
        error:
          'Attend could not read this recording. Everything that was recorded is saved: download the audio, try again, or use a transcript file.',
      }
      expect(await progressOf(sessionId)).toMatchObject(failed)
      expect(await rowOf(sessionId)).toMatchObject({ state: 'unreadable', storage_name: null, size: bytes.length * 2 })
      expect(await storedSegments(sessionId)).toEqual([0, 1])
      expect(await transcriptionsOf(sessionId)).toBe(0)
      await expect(me.api.recordings.playback({ sessionId })).rejects.toMatchObject({ code: 'recording_missing' })
      await me.api.recordings.processAgain({ sessionId })
      await run(sessionId)
      expect(await progressOf(sessionId)).toMatchObject(failed)
      expect(await storedSegments(sessionId)).toEqual([0, 1])
    },
  )

  test('the audio omits an unreadable live segment, whose chunks stay stored, if another segment can be read', async () => {
    const sessionId = await recordLive(me, clientId, [spoken, garbage, header, spoken])
    await run(sessionId)
    expect((await packetsOf(await stored(sessionId))).equals(Buffer.concat([spokenPackets, spokenPackets]))).toBe(true)
    expect(await storedSegments(sessionId)).toEqual([1, 2])
  })

  test('a live recording with a missing chunk fails instead of becoming shorter', async () => {
    const sessionId = await recordLive(me, clientId, [spoken])
    await sql`delete from live_chunks where session_id = ${sessionId} and n = 3`.execute(world.db)
    await expect(run(sessionId)).rejects.toThrow('bytes of the recording are there')
    expect(await rowOf(sessionId)).toMatchObject({ state: 'received' })
    expect(await storedSegments(sessionId)).toEqual([0])
  })
})

describe('an interrupted processing job', () => {
  test.each(['before it writes', 'while it writes', 'after it wrote'] as const)(
    'processing of a live recording that is interrupted %s stores the same packets when it is repeated',
    async (moment) => {
      const sessionId = await recordLive(me, clientId, [spoken, spoken])
      await expect(run(sessionId, { files: failingFiles(moment) })).rejects.toThrow('killed')
      expect(await rowOf(sessionId)).toMatchObject({ state: 'received', storage_name: null })
      expect(await storedSegments(sessionId)).toEqual([0, 1])
      await run(sessionId)
      expect((await packetsOf(await stored(sessionId))).equals(Buffer.concat([spokenPackets, spokenPackets]))).toBe(
        true,
      )
      expect(await transcriptionsOf(sessionId)).toBe(1)
    },
  )

  test('a live recording is processed once, even by parallel and repeated runs', async () => {
    const sessionId = await recordLive(me, clientId, [spoken])
    await Promise.all([run(sessionId), run(sessionId)])
    await run(sessionId)
    expect(await transcriptionsOf(sessionId)).toBe(1)
    expect((await packetsOf(await stored(sessionId))).equals(spokenPackets)).toBe(true)
  })

  test('a run of a live recording does not fail, even at the last try, if another run stored the recording first', async () => {
    const sessionId = await recordLive(me, clientId, [spoken])
    const slowFiles: Files = {
      ...services.files,
      async put() {
        await run(sessionId)
        throw new Error('too late')
      },
    }
    await run(sessionId, { files: slowFiles, isLastTry: true })
    expect(await progressOf(sessionId)).toMatchObject({ stage: 'transcribing' })
    expect(await transcriptionsOf(sessionId)).toBe(1)
  })

  test('an aborted run of a live recording stores nothing and is not shown as a failure', async () => {
    const sessionId = await recordLive(me, clientId, [spoken])
    const signal = AbortSignal.abort(new Error('the worker stops'))
    await expect(run(sessionId, { signal, isLastTry: true })).rejects.toThrow('the worker stops')
    expect(await rowOf(sessionId)).toMatchObject({ state: 'received' })
    expect(await progressOf(sessionId)).not.toMatchObject({ stage: 'failed' })
  })

  test('a live recording whose last try fails shows the failure and can be processed again without loss', async () => {
    const sessionId = await recordLive(me, clientId, [spoken])
    await expect(run(sessionId, { files: failingFiles('while it writes'), isLastTry: true })).rejects.toThrow('killed')
    expect(await progressOf(sessionId)).toMatchObject({ stage: 'failed', error_code: 'unexpected' })
    await me.api.recordings.processAgain({ sessionId })
    await run(sessionId)
    expect((await packetsOf(await stored(sessionId))).equals(spokenPackets)).toBe(true)
  })
})

/** Returns a file store that fails at this moment of a write, as if the worker were killed. */
function failingFiles(moment: 'before it writes' | 'while it writes' | 'after it wrote'): Files {
  return {
    ...services.files,
    async put(name, content) {
      if (moment === 'after it wrote') await services.files.put(name, content)
      if (moment === 'while it writes') await services.files.put(name, failingStream(content))
      throw new Error('killed')
    },
  }
}

describe('a live recording that has not ended', () => {
  test('a live recording that has not ended is neither deleted by the cleaning job nor processed, however old it is', async () => {
    const { sessionId } = await startLive(me, clientId)
    await sendSegment(me, sessionId, slicesOf(spoken, 4))
    await sql`update live_recordings set created_at = now() - interval '3 years', last_chunk_at = now() - interval '3 years'
      where session_id = ${sessionId}`.execute(world.db)
    await sql`update sessions set created_at = now() - interval '3 years' where id = ${sessionId}`.execute(world.db)
    await recordingJobs(services)['recordings.clean'](
      {},
      { signal: new AbortController().signal, isLastTry: () => false },
    )
    await run(sessionId)
    expect(await storedSegments(sessionId)).toEqual([0])
    expect(await me.api.sessions.get({ sessionId })).toMatchObject({ status: 'recording' })
    await me.api.recordings.end({ sessionId, chunks: 4 })
    await run(sessionId)
    expect((await packetsOf(await stored(sessionId))).equals(spokenPackets)).toBe(true)
  })

  test('a live recording is not processed after it was discarded', async () => {
    const { sessionId } = await startLive(me, clientId)
    await sendSegment(me, sessionId, slicesOf(spoken, 4))
    await me.api.recordings.discard({ sessionId })
    await run(sessionId)
    expect(await me.api.sessions.get({ sessionId })).toMatchObject({ status: 'cancelled' })
    await expect(me.api.recordings.processAgain({ sessionId })).rejects.toMatchObject({ code: 'recording_missing' })
  })
})

// Must be the last test, because its worker runs the jobs of all later tests.
test('a live recording becomes a note', async () => {
  await world.worker()
  const sessionId = await recordLive(me, clientId, [spoken, spoken])
  const seen = await watchToEnd(me.api, sessionId)
  expect(seen.at(-1)).toMatchObject({ stage: 'complete', percent: 100 })
  const { note, session } = await me.api.notes.get({ sessionId })
  expect(note).toMatchObject({ state: 'ready' })
  expect(session).toMatchObject({ source: 'recorded', hasAudio: true, hasTranscript: true, isBeingRecorded: false })
})
