import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Services } from '#server/context.ts'
import { DrafterError } from '#server/providers/drafter/port.ts'
import { createFakeSpeech, type FakeTranscription } from '#server/providers/speech/fake.ts'
import { type Speech, SpeechError, type Transcription } from '#server/providers/speech/port.ts'
import { jobsOf, type RunChanges } from '#test/jobs.ts'
import { conversation, transcriptFile, setRole } from '#test/transcript.ts'
import { createTranscribingHarness, type TranscribingHarness } from '#test/transcribing-harness.ts'
import type { Api, World } from '#test/world.ts'

let harness: TranscribingHarness
let world: World
beforeAll(async () => {
  harness = await createTranscribingHarness()
  ;({ world } = harness)
})
afterAll(() => harness.close())

let api: Api
let userId = ''
let sessionId = ''
beforeEach(async () => {
  ;({ userId, sessionId } = await harness.record())
  api = await world.as(userId)
})

const spokenSegments = conversation
  .split('\n')
  .map((line, at) => ({ start: at * 9, end: at * 9 + 8, text: line.replace(/^\w+: /, '') }))

const run = (transcription: FakeTranscription, changes: RunChanges = {}) =>
  harness.run({ userId, sessionId }, { speech: createFakeSpeech(transcription), ...changes })

const currentProgress = () => harness.progressOf(sessionId)
const countDrafts = async () => (await jobsOf(world, sessionId)).filter(({ name }) => name === 'notes.draft').length
const workFolders = () => readdir(join(harness.folder, 'work'))

describe('transcribing a recording', () => {
  test('transcribing passes the vocabulary of the session’s organization to the engine', async () => {
    const { organization_id: id } = await world.db
      .selectFrom('sessions')
      .where('id', '=', sessionId)
      .select('organization_id')
      .executeTakeFirstOrThrow()
    const setWords = (words: string[], isOwn: boolean) =>
      world.db
        .updateTable('organizations')
        .set({ vocabulary: words })
        .where('id', isOwn ? '=' : '<>', id)
        .execute()
    await setWords(['Oisin'], false)
    await setWords(['Maeve', 'Sertraline'], true)
    let receivedVocabulary: readonly string[] | undefined
    await run((_, { vocabulary }) => {
      receivedVocabulary = vocabulary
      return spokenSegments
    })
    expect(receivedVocabulary).toEqual(['Maeve', 'Sertraline'])
    await setWords([], false)
  })

  test('transcribing a video visit takes the roles from its channels, not from the words', async () => {
    await world.db
      .insertInto('live_recordings')
      .columns(['session_id', 'organization_id', 'therapist_id', 'request_id', 'is_video_visit'])
      .expression(
        world.db
          .selectFrom('sessions')
          .where('id', '=', sessionId)
          .select([
            'id',
            'organization_id',
            'therapist_id',
            'id as request_id',
            sql<boolean>`true`.as('is_video_visit'),
          ]),
      )
      .execute()
    let isSpeakerPerChannel: boolean | undefined
    await run((_, options) => {
      ;({ isSpeakerPerChannel } = options)
      return [
        { start: 0, end: 4, text: 'I feel tired, my mom called and I was just so sad.', label: 'Channel 1' },
        { start: 5, end: 9, text: 'How did that make you feel? Tell me more.', label: 'Channel 2' },
      ]
    })
    expect(isSpeakerPerChannel).toBe(true)
    const { utterances } = await api.transcripts.get({ sessionId })
    expect(utterances.map(({ speaker }) => speaker)).toEqual(['therapist', 'client'])
  })

  test('transcribing stores a transcript with times and speakers, and enqueues the draft of the note', async () => {
    await run([...spokenSegments, { start: 80, end: 81, text: '  ' }])
    const { utterances, ...rest } = await api.transcripts.get({ sessionId })
    expect(rest).toEqual({ language: 'en', engine: 'fake', hasTimes: true, revision: 0 })
    expect(utterances).toHaveLength(8)
    expect(utterances.slice(0, 2)).toMatchObject([
      { id: 'u1', speaker: 'therapist', label: 'Speaker 1', start: 0, end: 8 },
      { id: 'u2', speaker: 'client', label: 'Speaker 2', start: 9, end: 17 },
    ])
    expect(await currentProgress()).toMatchObject({ stage: 'processing', percent: 60 })
    expect(await countDrafts()).toBe(1)
    const events = await world.db
      .selectFrom('audit_events')
      .selectAll()
      .where('action', '=', 'transcript.transcribed')
      .execute()
    expect(events).toContainEqual(
      expect.objectContaining({ resource_id: sessionId, actor_id: userId, details: { utterances: 8, engine: 'fake' } }),
    )
  })

  test('transcribing keeps the labels of the speakers that the engine distinguishes', async () => {
    await run(spokenSegments.map((segment, at) => ({ ...segment, label: at % 2 === 0 ? 'Channel 2' : 'Channel 1' })))
    const { utterances } = await api.transcripts.get({ sessionId })
    expect(utterances.slice(0, 2)).toMatchObject([
      { speaker: 'therapist', label: 'Channel 2' },
      { speaker: 'client', label: 'Channel 1' },
    ])
  })

  describe('with identified speakers', () => {
    const identified = (result: Partial<Transcription>): Speech => ({
      ...createFakeSpeech([]),
      transcribe: () => Promise.resolve({ segments: spokenSegments, language: 'en', engine: 'fake', ...result }),
    })

    test('transcribing with identified speakers stores the number of voices and marks crosstalk', async () => {
      const segments = spokenSegments.map((segment, at) => ({
        ...segment,
        label: `Speaker ${(at % 2) + 1}`,
        ...(at === 1 && { isCrosstalk: true }),
      }))
      await run([], { speech: identified({ segments, voices: 2 }) })
      const { utterances, voices } = await api.transcripts.get({ sessionId })
      expect(voices).toBe(2)
      expect(utterances.map(({ isCrosstalk }) => isCrosstalk === true).slice(0, 3)).toEqual([false, true, false])
      const { transcript: changed } = await setRole(api, { sessionId, label: 'Speaker 1', speaker: 'other' })
      expect(changed.voices).toBe(2)
    })

    test('transcribing stores that only one voice was found', async () => {
      await run([], { speech: identified({ voices: 1 }) })
      expect((await api.transcripts.get({ sessionId })).voices).toBe(1)
    })

    test('transcribing stores a transcript even if the identification of speakers fails, and logs the reason', async () => {
      const lines: string[] = []
      const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
      await run([], { speech: identified({ problem: 'the speech process ended unexpectedly' }), log })
      expect(await api.transcripts.get({ sessionId })).not.toHaveProperty('voices')
      expect(lines.join()).toContain('the speech process ended unexpectedly')
    })
  })

  test('transcribing decrypts the recording into a private folder, which is deleted afterwards', async () => {
    const folders: string[] = []
    const inspecting: FakeTranscription = async (path) => {
      const { mode, size } = await stat(path)
      expect([mode & 0o777, size]).toEqual([0o600, 9])
      expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700)
      folders.push(...(await workFolders()))
      return spokenSegments
    }
    await run(inspecting)
    expect(folders).toHaveLength(1)
    expect(await workFolders()).toEqual([])
  })

  test('transcribing reports progress between 20 and 60 percent', async () => {
    let now = 0
    const percents: number[] = []
    const transcription: FakeTranscription = async (_, { onProgress }) => {
      percents.push((await currentProgress()).percent)
      now = 60_000
      onProgress(0.5)
      await expect.poll(currentProgress).toMatchObject({ stage: 'transcribing', percent: 40 })
      return spokenSegments
    }
    await run(transcription, { clock: () => new Date(now) })
    percents.push((await currentProgress()).percent)
    expect(percents).toEqual([20, 60])
  })
})

const busy = () => Promise.reject(new SpeechError('transcription_failed', '503 Service Unavailable - busy', true))

describe('a transcription that fails', () => {
  test.each([
    [[], 'transcription_empty', 'No transcription text received'],
    [[{ start: 0, end: 1, text: ' ' }], 'transcription_empty', 'No transcription text received'],
    [
      new SpeechError('speech_unavailable', 'no speech engine is set up'),
      'speech_unavailable',
      'No speech engine is set up. The recording is saved. Set up an engine and choose Transcribe Again, or upload a transcript file.',
    ],
    [
      new SpeechError('transcription_failed', '401 Unauthorized - bad key'),
      'transcription_failed',
      'Transcription failed: 401 Unauthorized - bad key',
    ],
    [
      new SpeechError('file_unsupported', 'no audio'),
      'file_unsupported',
      'Unsupported file format. Please upload: MP3, MP4, M4A, WAV, MOV, or WEBM files.',
    ],
  ])(
    'a permanent error of a transcription fails the session at once with a sentence and keeps the recording',
    async (result, code, message) => {
      await run(result instanceof Error ? () => Promise.reject(result) : result)
      expect(await currentProgress()).toMatchObject({ stage: 'failed', percent: 0, error_code: code, error: message })
      expect(await api.sessions.get({ sessionId })).toMatchObject({ status: 'failed', noteState: 'waiting' })
      expect(await api.recordings.playback({ sessionId })).toMatchObject({ mediaType: 'audio/wav' })
      await expect(api.transcripts.get({ sessionId })).rejects.toMatchObject({ code: 'transcript_missing' })
      expect(await workFolders()).toEqual([])
    },
  )

  test('a transcription is tried again after a transient error, and shows the error after the last try', async () => {
    await expect(run(busy)).rejects.toThrow('503')
    expect(await currentProgress()).toMatchObject({ stage: 'transcribing', error_code: 'processing_waits' })
    expect(await api.sessions.get({ sessionId })).toMatchObject({ status: 'processing' })
    await expect(run(busy, { isLastTry: true })).rejects.toThrow('503')
    expect(await currentProgress()).toMatchObject({
      stage: 'failed',
      error: 'Transcription failed: 503 Service Unavailable - busy',
    })
    await api.recordings.processAgain({ sessionId })
    await run(spokenSegments)
    expect((await api.transcripts.get({ sessionId })).utterances).toHaveLength(8)
  })

  test('a transcription that fails unexpectedly shows an error number, and the log has its cause', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    await expect(run(() => Promise.reject(new Error('odd')), { isLastTry: true, log })).rejects.toThrow('odd')
    const { error } = await currentProgress()
    const id = /report number (\w+)\./.exec(error ?? '')?.[1]
    expect(lines.some((line) => line.includes(`"id":"${id}"`) && line.includes('odd'))).toBe(true)
  })

  test('transcribing an unreadable recording fails with recording_missing', async () => {
    await world.db.updateTable('recordings').set({ state: 'unreadable' }).where('session_id', '=', sessionId).execute()
    await run(spokenSegments)
    expect(await currentProgress()).toMatchObject({ stage: 'failed', error_code: 'recording_missing' })
  })
})

describe('a transcription job that stops', () => {
  test('an aborted transcription job leaves no files and is not shown as a failure', async () => {
    const stop = new AbortController()
    const transcription: FakeTranscription = (_, { signal }) => {
      stop.abort(new Error('the worker stops'))
      signal.throwIfAborted()
      return spokenSegments
    }
    await expect(run(transcription, { signal: stop.signal, isLastTry: true })).rejects.toThrow('the worker stops')
    expect(await currentProgress()).toMatchObject({ stage: 'transcribing' })
    expect(await workFolders()).toEqual([])
    await run(spokenSegments)
    expect(await countDrafts()).toBe(1)
  })

  test('a repeated transcription job does not transcribe again', async () => {
    await run(spokenSegments)
    let calls = 0
    await run(() => {
      calls++
      return [{ start: 0, end: 1, text: 'something else' }]
    })
    expect(calls).toBe(0)
    expect((await api.transcripts.get({ sessionId })).utterances).toHaveLength(8)
  })

  test('two parallel transcription jobs store one transcript', async () => {
    const other = spokenSegments.map((segment) => ({ ...segment, text: `${segment.text} Again.` }))
    await Promise.all([run(spokenSegments), run(other)])
    const { utterances } = await api.transcripts.get({ sessionId })
    expect(new Set(utterances.map(({ text }) => text.endsWith('Again.'))).size).toBe(1)
    const { rows } =
      await sql`select from audit_events where action = 'transcript.transcribed' and resource_id = ${sessionId}`.execute(
        world.db,
      )
    expect(rows).toHaveLength(1)
  })

  test('a transcription job for a deleted session ends without an error', async () => {
    sessionId = '00000000-0000-4000-8000-000000000000'
    await expect(run(spokenSegments)).resolves.toBeUndefined()
  })
})

test.each([
  ['fails with a permanent error', false],
  ['fails with a transient error', true],
])(
  'a transcript file imported during the transcription stays the transcript if the engine %s',
  async (_name, isTransient) => {
    let now = 0
    const importing: FakeTranscription = async (_, { onProgress }) => {
      await api.transcripts.importForSession({ sessionId, ...transcriptFile() })
      now = 60_000
      onProgress(0.5)
      throw new SpeechError('transcription_failed', 'too late', isTransient)
    }
    await run(importing, { clock: () => new Date(now) })
    expect(await currentProgress()).toMatchObject({ stage: 'processing', percent: 60, error: null })
    await run(spokenSegments)
    expect(await api.transcripts.get({ sessionId })).toMatchObject({ engine: 'import text' })
  },
)

const drafterWith = (labelSpeakers: NonNullable<Services['drafter']['labelSpeakers']>) => ({
  ...harness.services.drafter,
  labelSpeakers,
})

describe('identifying the speakers', () => {
  test('identifying the speakers uses the language model if there is one', async () => {
    const labelled = spokenSegments.map((segment) => ({ ...segment, label: 'Ann' }))
    await run(labelled, {
      drafter: drafterWith(async (transcript) => ({
        ...transcript,
        utterances: transcript.utterances.map((utterance) => ({ ...utterance, speaker: 'other' as const })),
      })),
    })
    const { utterances } = await api.transcripts.get({ sessionId })
    expect(new Set(utterances.map(({ speaker }) => speaker))).toEqual(new Set(['other']))
  })

  test('identifying the speakers uses the rules if the language model fails', async () => {
    const log = pino({ level: 'silent' })
    await run(spokenSegments, { log, drafter: drafterWith(() => Promise.reject(new DrafterError('no answer', true))) })
    const { utterances } = await api.transcripts.get({ sessionId })
    expect(utterances[1]).toMatchObject({ speaker: 'client', label: 'Speaker 2' })
  })
})
