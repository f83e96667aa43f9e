import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { abortable } from '#server/abortable.ts'
import { createFakeSpeech, type FakeTranscription } from '#server/providers/speech/fake.ts'
import type { Passage, TranscribeOptions } from '#server/providers/speech/port.ts'
import { jobsOf, type RunChanges } from '#test/jobs.ts'
import { connectAs, refused } from '#test/isolation/as-role.ts'
import { transcriptFile } from '#test/transcript.ts'
import {
  createTranscribingHarness,
  type RecordedSession,
  type TranscribingHarness,
} from '#test/transcribing-harness.ts'
import type { Api, World } from '#test/world.ts'
import { savePassages } from './save-passages.ts'

let harness: TranscribingHarness
let world: World
beforeAll(async () => {
  harness = await createTranscribingHarness()
  ;({ world } = harness)
})
afterAll(() => harness.close())

let session: RecordedSession
let api: Api
beforeEach(async () => {
  session = await harness.record()
  api = await world.as(session.userId)
})

const passages: Passage[] = ['I sleep badly.', 'Since the move?', 'Yes, since June.'].map((text, n) => ({
  engine: 'fake',
  channel: 0,
  until: (n + 1) * 20,
  segments: [{ start: n * 20, end: n * 20 + 8, text }],
}))
const segmentsOf = (all: readonly Passage[]) => all.flatMap(({ segments }) => segments)

const savedPassages = async ({ sessionId }: RecordedSession) =>
  await world.db.selectFrom('transcription_passages').selectAll().where('session_id', '=', sessionId).execute()

/**
 * Returns an engine that reports the unfinished passages up to number `count`, waits until each is saved, and then
 * calls `after`.
 */
function engine(count: number, after: (options: TranscribeOptions) => void | Promise<void>): FakeTranscription {
  return async (_, options) => {
    const { finished = [], onPassage } = options
    for (const passage of passages.slice(finished.length, count)) {
      const before = (await savedPassages(session)).length
      onPassage?.(passage)
      await expect.poll(async () => (await savedPassages(session)).length).toBe(before + 1)
    }
    await after(options)
    options.signal.throwIfAborted()
    return [...segmentsOf(finished), ...segmentsOf(passages.slice(finished.length))]
  }
}

const run = (transcription: FakeTranscription, changes: RunChanges = {}) =>
  harness.run(session, { speech: createFakeSpeech(transcription), ...changes })

const texts = async () =>
  (await api.transcripts.get({ sessionId: session.sessionId })).utterances.map(({ text }) => text)
const queuedTranscriptions = async () =>
  (await jobsOf(world, session.sessionId)).filter(
    ({ name, state }) => name === 'transcripts.transcribe' && state === 'created',
  )

describe('a transcription whose worker was killed', () => {
  test('a resumed transcription continues after the saved passages, with the same words', async () => {
    const controller = new AbortController()
    const running = run(
      engine(2, () => controller.abort(new Error('killed'))),
      { signal: controller.signal },
    )
    await expect(running).rejects.toThrow('killed')
    expect(await savedPassages(session)).toHaveLength(2)
    let finished: readonly Passage[] = []
    await run(
      engine(3, (options) => {
        finished = options.finished ?? []
      }),
    )
    expect(finished).toEqual(passages.slice(0, 2))
    expect(await texts()).toEqual(['I sleep badly.', 'Since the move?', 'Yes, since June.'])
  })

  test('a resumed transcription does not lower the percentage of the progress', async () => {
    const controller = new AbortController()
    const progress = async () =>
      await world.db
        .selectFrom('session_progress')
        .select(['stage', 'percent'])
        .where('session_id', '=', session.sessionId)
        .executeTakeFirstOrThrow()
    let now = 0
    const clock = () => new Date(now)
    const killedEngine = engine(2, async ({ onProgress }) => {
      now = 1000
      onProgress(0.5)
      await expect.poll(progress).toEqual({ stage: 'transcribing', percent: 40 })
      controller.abort(new Error('killed'))
    })
    await expect(run(killedEngine, { signal: controller.signal, clock })).rejects.toThrow('killed')
    const percents: unknown[] = []
    now = 0
    await run(
      engine(2, async ({ onProgress }) => {
        percents.push(await progress())
        for (const share of [0.3, 0.45, 0.75]) {
          now += 1000
          onProgress(share)
          await new Promise((resolve) => setTimeout(resolve, 200))
          percents.push(await progress())
        }
      }),
      { clock },
    )
    expect(percents).toEqual([40, 40, 40, 50].map((percent) => ({ stage: 'transcribing', percent })))
  })

  test('passages of a transcription that could not be saved are saved with the next passages', async () => {
    let failures = 1
    const log = pino({ level: 'silent' })
    const saver = savePassages({ ...harness.services, log }, session, [], async () => {
      if (failures-- > 0) throw new Error('the disk is full')
    })
    for (const passage of passages) {
      saver.add(passage)
      await saver.flush()
    }
    expect((await savedPassages(session)).map(({ n, until }) => [n, until])).toEqual([
      [0, 20],
      [1, 40],
      [2, 60],
    ])
  })

  test('the last passage of a transcription is saved at the end if its write failed', async () => {
    let failures = 1
    const log = pino({ level: 'silent' })
    const saver = savePassages({ ...harness.services, log }, session, [], async () => {
      if (failures-- > 0) throw new Error('the disk is full')
    })
    for (const passage of passages) saver.add(passage)
    await saver.flush()
    expect((await savedPassages(session)).map(({ n }) => n)).toEqual([0, 1, 2])
  })

  test('a transcription saves further passages after a write whose confirmation was lost', async () => {
    const [first, ...later] = passages
    if (!first) throw new Error('there is nothing to save')
    const earlier = savePassages(harness.services, session, [], async () => {})
    earlier.add(first)
    await earlier.flush()
    const saver = savePassages(harness.services, session, [], async () => {})
    for (const passage of [first, ...later]) {
      saver.add(passage)
      await saver.flush()
    }
    expect((await savedPassages(session)).map(({ n, until }) => [n, until])).toEqual([
      [0, 20],
      [1, 40],
      [2, 60],
    ])
  })

  test('passages of a transcription that arrive during a write are saved after it, without another passage', async () => {
    const isWriting = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const saver = savePassages(harness.services, session, [], async () => {
      isWriting.resolve()
      await mayEnd.promise
    })
    const [first, ...later] = passages
    if (!first) throw new Error('there is nothing to save')
    saver.add(first)
    await isWriting.promise
    for (const passage of later) saver.add(passage)
    mayEnd.resolve()
    await saver.flush()
    expect((await savedPassages(session)).map(({ n, until }) => [n, until])).toEqual([
      [0, 20],
      [1, 40],
      [2, 60],
    ])
  })

  test('a transcription stops saving passages if another run has saved passages of the same session', async () => {
    const log = pino({ level: 'silent' })
    const [one, other] = [0, 1].map(() => savePassages({ ...harness.services, log }, session, [], async () => {}))
    const [first, ...later] = passages
    if (!one || !other || !first) throw new Error('there is nothing to save')
    one.add(first)
    await one.flush()
    const different = { ...first, until: 13 }
    for (const passage of [different, ...later]) {
      other.add(passage)
      await other.flush()
    }
    expect((await savedPassages(session)).map(({ until }) => until)).toEqual([20])
  })

  test('a transcription stops saving passages once a transcript was imported', async () => {
    const log = pino({ level: 'silent' })
    const saver = savePassages({ ...harness.services, log }, session, [], async () => {})
    const [first, ...later] = passages
    if (!first) throw new Error('there is nothing to save')
    saver.add(first)
    await saver.flush()
    await api.transcripts.importForSession({ sessionId: session.sessionId, ...transcriptFile() })
    for (const passage of later) saver.add(passage)
    await saver.flush()
    expect(await savedPassages(session)).toEqual([])
  })

  test.each(['transcribed', 'imported'])('the saved passages are deleted once the transcript is %s', async (how) => {
    const controller = new AbortController()
    const killedEngine = engine(2, () => controller.abort(new Error('killed')))
    await expect(run(killedEngine, { signal: controller.signal })).rejects.toThrow('killed')
    if (how === 'transcribed') await run(engine(2, () => undefined))
    else await api.transcripts.importForSession({ sessionId: session.sessionId, ...transcriptFile() })
    expect(await savedPassages(session)).toEqual([])
    expect((await texts()).length).toBeGreaterThan(2)
  })
})

describe('a long transcription and waiting recordings', () => {
  const minutes = 60_000

  test('a transcription yields after five minutes if another recording waits, and continues after that recording', async () => {
    let now = 0
    const other = await harness.record()
    await harness.services.tenant.asUser(other.userId, (db) =>
      harness.services.jobs.enqueue(db, 'transcripts.transcribe', { sessionId: other.sessionId, userId: other.userId }),
    )
    const longTranscription: FakeTranscription = async (_, { onPassage, signal }) => {
      for (const passage of passages) {
        now += 2 * minutes
        const before = (await savedPassages(session)).length
        onPassage?.(passage)
        await expect.poll(async () => (await savedPassages(session)).length).toBe(before + 1)
      }
      return await abortable(new Promise<never>(() => undefined), signal)
    }
    await run(longTranscription, { clock: () => new Date(now) })
    expect(await savedPassages(session)).toHaveLength(3)
    expect(await queuedTranscriptions()).toHaveLength(1)
    await run(engine(3, () => undefined))
    expect(await texts()).toEqual(['I sleep badly.', 'Since the move?', 'Yes, since June.'])
  })

  test('a transcription does not yield while no other recording waits', async () => {
    await sql`delete from pgboss.job`.execute(world.db)
    let now = 0
    await run(
      engine(3, () => undefined),
      { clock: () => new Date((now += 10 * minutes)) },
    )
    expect(await texts()).toHaveLength(3)
    expect(await queuedTranscriptions()).toEqual([])
  })
})

describe('passages', () => {
  test('transcription passages can be read and written only by jobs of the session’s therapist', async () => {
    const saver = savePassages(harness.services, session, [], async () => {})
    for (const passage of passages.slice(0, 1)) saver.add(passage)
    await saver.flush()
    const stranger = await harness.record()
    const [web, jobs] = await Promise.all([connectAs(world, 'app_web'), connectAs(world, 'app_worker')])
    try {
      const read = ['select from transcription_passages where session_id = $1', [session.sessionId]] as const
      expect((await jobs.as(session.userId, read)).rowCount).toBe(1)
      expect((await jobs.as(stranger.userId, read)).rowCount).toBe(0)
      expect(await web.outcome(session.userId, read)).toBe(refused)
      const insert = [
        `insert into transcription_passages values ($1, 0, 7, 'fake', 1, '[]')`,
        [session.sessionId],
      ] as const
      expect(await jobs.outcome(session.userId, insert)).toBe('done')
      expect(await jobs.outcome(stranger.userId, insert)).toBe(refused)
    } finally {
      await Promise.all([web.close(), jobs.close()])
    }
  })
})
