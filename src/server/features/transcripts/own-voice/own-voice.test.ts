import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFakeSpeech } from '#server/providers/speech/fake.ts'
import { type Speech, SpeechError, type TranscribeOptions } from '#server/providers/speech/port.ts'
import type { ReadVoice, Span } from '#server/providers/speech/speakers/port.ts'
import { buildOrganization, buildTranscript } from '#test/build.ts'
import { buildClinic, type Clinic, otherReaders, strangers } from '#test/clinic.ts'
import { jobsOf } from '#test/jobs.ts'
import { editTranscript } from '#test/transcript.ts'
import { createTranscribingHarness, type TranscribingHarness } from '#test/transcribing-harness.ts'
import { viewAs } from '#test/viewing.ts'
import type { World } from '#test/world.ts'
import { transcriptJobs } from '../jobs.ts'

const direction = Float32Array.of(0.6, -0.8)
let model = 'one model'
/** The engine's function that computes a voice, and the values that the engine received. */
let computeVoice: (signal: AbortSignal) => Promise<ReadVoice>
let receivedTurns: readonly Span[] = []
let receivedOptions: TranscribeOptions | undefined

const spokenSegments = [
  { start: 0, end: 4, text: 'I slept badly and I lay awake.', label: 'Speaker 1' },
  { start: 5, end: 9, text: 'How did you sleep after that?', label: 'Speaker 2' },
]

const speech: Speech = {
  ...createFakeSpeech([]),
  async transcribe(_, options) {
    receivedOptions = options
    const isKnown = options.ownVoice?.model === model
    return {
      segments: spokenSegments,
      language: 'en',
      engine: 'fake',
      voices: 2,
      ...(isKnown && { ownLabel: 'Speaker 1' }),
    }
  },
  voices: {
    model: () => model,
    async read(_, turns, signal) {
      receivedTurns = turns
      return await computeVoice(signal)
    },
  },
}

let harness: TranscribingHarness
let world: World
let clinic: Clinic
let sessionId = ''
beforeAll(async () => {
  harness = await createTranscribingHarness({ speech })
  ;({ world } = harness)
})
afterAll(() => harness.close())
beforeEach(async () => {
  clinic = await buildClinic(world)
  model = 'one model'
  computeVoice = () => Promise.resolve({ voice: { model, direction } })
  ;({ sessionId } = await harness.record(clinic))
  await buildTranscript(world, { sessionId })
  await world.db.updateTable('transcripts').set({ voices: 2 }).where('session_id', '=', sessionId).execute()
})

const remember = () => clinic.therapist.ownVoice.remember({ sessionId })
const currentState = () => clinic.therapist.ownVoice.get()
const row = () =>
  world.db.selectFrom('own_voices').selectAll().where('user_id', '=', clinic.therapistId).executeTakeFirst()
const run = ({ isLastTry = false, signal = new AbortController().signal } = {}) =>
  transcriptJobs(harness.services)['transcripts.remember_voice'](
    { sessionId, userId: clinic.therapistId },
    { signal, isLastTry: () => isLastTry },
  )
async function rememberAndCompute() {
  await remember()
  await run()
}
/** Transcribes a new recording of the therapist and returns its session id. */
async function transcribeNewRecording(organizationId = clinic.organizationId): Promise<string> {
  const session = await harness.record({ therapistId: clinic.therapistId, organizationId })
  await harness.run(session)
  return session.sessionId
}

describe('remembering the therapist’s own voice', () => {
  test('a voice is stored only after the therapist requests it, encrypted and from the therapist’s turns', async () => {
    expect(await currentState()).toEqual({
      isOn: true,
      stored: null,
      readingSessionId: null,
      failure: null,
      currentModel: model,
    })
    expect(await remember()).toMatchObject({ stored: null, readingSessionId: sessionId })
    const job = (await jobsOf(world, sessionId)).find(({ name }) => name === 'transcripts.remember_voice')
    expect(job?.data).toEqual({ sessionId, userId: clinic.therapistId, requestId: expect.any(String) })
    await run()
    expect(await currentState()).toMatchObject({ stored: { model }, readingSessionId: null, failure: null })
    // The therapist speaks in every second turn: from 0 to 8 seconds of each 20.
    expect(receivedTurns).toEqual([0, 20, 40, 60].map((start) => ({ start, end: start + 8 })))
    const sealed = (await row())?.sealed ?? Buffer.alloc(0)
    expect(sealed.length).toBeGreaterThan(0)
    const plainVoice = Buffer.from(direction.buffer)
    expect(sealed.includes(plainVoice)).toBe(false)
  })

  test('turns with another voice at the same time, or with an unsure speaker, are left out of the remembered voice', async () => {
    const utterances = await buildTranscriptWith([
      { speaker: 'therapist', start: 0, end: 8 },
      { speaker: 'client', start: 7, end: 12 },
      { speaker: 'therapist', start: 13, end: 20, isCrosstalk: true },
      { speaker: 'unknown', start: 21, end: 30 },
      { speaker: 'therapist', start: 22, end: 30, isSpeakerUnsure: true },
      { speaker: 'therapist', start: 31, end: 60 },
    ])
    expect(utterances).toBe(6)
    await rememberAndCompute()
    expect(receivedTurns).toEqual([{ start: 31, end: 60 }])
  })

  test.each([
    [{ problem: 'too short' as const }, '20 seconds'],
    [{ problem: 'mixed' as const }, 'more than one voice'],
  ])('a voice that cannot be stored is reported with the reason: %o', async (problem, words) => {
    computeVoice = () => Promise.resolve(problem)
    await rememberAndCompute()
    expect(await currentState()).toMatchObject({
      stored: null,
      readingSessionId: null,
      failure: expect.stringContaining(words),
    })
  })

  test('a voice job that is killed and repeated stores the voice once', async () => {
    await remember()
    const abort = new AbortController()
    const { promise, resolve } = Promise.withResolvers<void>()
    computeVoice = (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        resolve()
      })
    const killed = run({ signal: abort.signal })
    await promise
    abort.abort(new Error('killed'))
    await expect(killed).rejects.toThrow('killed')
    expect(await currentState()).toMatchObject({ stored: null, readingSessionId: sessionId })
    computeVoice = () => Promise.resolve({ voice: { model, direction } })
    await run()
    const first = await row()
    await run()
    expect(await row()).toEqual(first)
    expect(await auditedActions()).toEqual(['account.voice_requested', 'account.voice_remembered'])
  })

  test('a request for a voice fails with a reason after a permanent error or the last try', async () => {
    await remember()
    computeVoice = () =>
      Promise.reject(new SpeechError('speech_unavailable', 'SPEAKER_MODEL_PATH holds no speaker model'))
    await run()
    expect((await currentState()).failure).toContain('Nothing was stored')
    computeVoice = () => Promise.reject(new Error('unexpected'))
    await remember()
    await expect(run()).rejects.toThrow('unexpected')
    expect((await currentState()).failure).toBeNull()
    await expect(run({ isLastTry: true })).rejects.toThrow('unexpected')
    expect((await currentState()).failure).toContain('Nothing was stored')
  })

  test('a request for a voice whose job was lost is shown as failed', async () => {
    await remember()
    await world.db.deleteFrom('own_voices').where('user_id', '=', clinic.therapistId).execute()
    const { therapistId, organizationId } = clinic
    const session = await harness.record(clinic)
    const lost = { user_id: therapistId, organization_id: organizationId, session_id: session.sessionId }
    await world.db.insertInto('own_voices').values(lost).execute()
    expect(await currentState()).toMatchObject({
      readingSessionId: null,
      failure: expect.stringContaining('Nothing was stored'),
    })
  })

  test('no voice is stored if the recording is deleted during the voice job', async () => {
    await remember()
    computeVoice = async () => {
      await world.db.deleteFrom('recordings').where('session_id', '=', sessionId).execute()
      return { voice: { model, direction } }
    }
    await run()
    expect(await currentState()).toMatchObject({ stored: null, failure: 'No audio is stored for this session.' })
    await expect(remember()).rejects.toMatchObject({ code: 'recording_missing' })
  })

  test('no voice is stored if the therapist removes the voice during the voice job', async () => {
    await remember()
    computeVoice = async () => {
      await clinic.therapist.ownVoice.remove()
      return { voice: { model, direction } }
    }
    await run()
    expect((await row())?.sealed).toBeNull()
    expect(await currentState()).toMatchObject({ stored: null, readingSessionId: null, failure: null })
  })

  test('remembering a voice is rejected without compared voices or a transcript', async () => {
    const rejection = { code: 'voice_unavailable' }
    await world.db.updateTable('transcripts').set({ voices: null }).where('session_id', '=', sessionId).execute()
    await expect(remember()).rejects.toMatchObject(rejection)
    const other = await harness.record(clinic)
    await expect(clinic.therapist.ownVoice.remember({ sessionId: other.sessionId })).rejects.toMatchObject({
      code: 'transcript_missing',
    })
  })
})

describe('access to a remembered voice', () => {
  test('only the session’s therapist can request a voice', async () => {
    for (const role of otherReaders)
      await expect(clinic[role].ownVoice.remember({ sessionId })).rejects.toMatchObject({ code: 'not_allowed' })
    for (const role of strangers)
      await expect(clinic[role].ownVoice.remember({ sessionId })).rejects.toMatchObject({ code: 'session_missing' })
    await expect(clinic.anonymous.ownVoice.remember({ sessionId })).rejects.toMatchObject({ code: 'not_signed_in' })
    expect(await row()).toBeUndefined()
  })

  test('other users can neither see nor remove a remembered voice', async () => {
    await rememberAndCompute()
    for (const role of [...otherReaders, ...strangers]) {
      expect((await clinic[role].ownVoice.get()).stored).toBeNull()
      await clinic[role].ownVoice.remove()
    }
    const ownerId = (await clinic.owner.accounts.me()).id
    const viewer = await viewAs(world, ownerId, clinic.therapistId)
    const { ownVoice } = viewer
    for (const call of [() => ownVoice.get(), () => ownVoice.remove(), () => ownVoice.remember({ sessionId })])
      await expect(call()).rejects.toMatchObject({ code: 'viewing_read_only' })
    expect((await currentState()).stored).not.toBeNull()
  })

  test('removing a remembered voice deletes it, and is audited without content', async () => {
    await rememberAndCompute()
    expect(await clinic.therapist.ownVoice.remove()).toMatchObject({ isOn: true, stored: null })
    expect(await row()).toMatchObject({ sealed: null, model: null, stored_at: null, session_id: null })
    await clinic.therapist.ownVoice.remove()
    const actions = await auditedActions()
    expect(actions).toEqual(['account.voice_requested', 'account.voice_remembered', 'account.voice_removed'])
  })
})

describe('a new recording', () => {
  test('a new recording identifies the therapist by the remembered voice, even if the words suggest another speaker', async () => {
    await rememberAndCompute()
    const id = await transcribeNewRecording()
    expect(receivedOptions?.ownVoice).toEqual({ model, direction })
    const { utterances, ownLabel } = await clinic.therapist.transcripts.get({ sessionId: id })
    expect(utterances.map(({ speaker }) => speaker)).toEqual(['therapist', 'client'])
    expect(ownLabel).toBe('Speaker 1')
    await editTranscript(clinic.therapist, id, { kind: 'speaker', utteranceId: 'u2', label: 'Speaker 1' })
    expect(await clinic.therapist.transcripts.get({ sessionId: id })).toMatchObject({ ownLabel: 'Speaker 1' })
    await editTranscript(clinic.therapist, id, { kind: 'role', label: 'Speaker 1', speaker: 'client' })
    expect(await clinic.therapist.transcripts.get({ sessionId: id })).not.toHaveProperty('ownLabel')
  })

  test('a new recording takes the roles from the words if no voice is stored, its use is off, or the model has changed', async () => {
    const roles = async () => {
      const { utterances, ownLabel } = await clinic.therapist.transcripts.get({
        sessionId: await transcribeNewRecording(),
      })
      expect(ownLabel).toBeUndefined()
      return utterances.map(({ speaker }) => speaker)
    }
    expect(await roles()).toEqual(['client', 'therapist'])
    await rememberAndCompute()
    await clinic.therapist.ownVoice.setOn({ isOn: false })
    expect(await roles()).toEqual(['client', 'therapist'])
    expect(receivedOptions?.ownVoice).toBeUndefined()
    await clinic.therapist.ownVoice.setOn({ isOn: true })
    model = 'another model'
    expect(await roles()).toEqual(['client', 'therapist'])
    expect(await currentState()).toMatchObject({ stored: { model: 'one model' }, currentModel: 'another model' })
  })

  test('a new recording is transcribed even if the remembered voice cannot be decrypted', async () => {
    await rememberAndCompute()
    await world.db
      .updateTable('own_voices')
      .set({ sealed: Buffer.alloc(64, 1) })
      .where('user_id', '=', clinic.therapistId)
      .execute()
    const { utterances } = await clinic.therapist.transcripts.get({ sessionId: await transcribeNewRecording() })
    expect(utterances).toHaveLength(2)
  })
})

describe('a therapist in two organizations', () => {
  let otherId = ''
  beforeEach(async () => {
    otherId = (await buildOrganization(world, { ownerId: clinic.therapistId })).id
  })
  const switchTo = (organizationId: string) => clinic.therapist.organizations.switch({ organizationId })
  const organizationsWithVoice = async () => {
    const rows = world.db
      .selectFrom('own_voices')
      .where('user_id', '=', clinic.therapistId)
      .where('sealed', 'is not', null)
    return (await rows.select('organization_id').execute()).map(({ organization_id }) => organization_id)
  }

  test('a voice is computed in the organization of its session, whichever organization is current', async () => {
    await switchTo(clinic.organizationId)
    await remember()
    await switchTo(otherId)
    await run()
    expect(await organizationsWithVoice()).toEqual([clinic.organizationId])
    expect((await currentState()).stored).toBeNull()
    await rememberAndCompute()
    expect(await organizationsWithVoice()).toEqual([clinic.organizationId])
    await switchTo(clinic.organizationId)
    expect((await currentState()).stored).not.toBeNull()
  })

  test('a voice is recognized only in sessions of its organization', async () => {
    await rememberAndCompute()
    await switchTo(otherId)
    await transcribeNewRecording(clinic.organizationId)
    expect(receivedOptions?.ownVoice).toEqual({ model, direction })
    await switchTo(clinic.organizationId)
    await transcribeNewRecording(otherId)
    expect(receivedOptions?.ownVoice).toBeUndefined()
  })
})

async function buildTranscriptWith(
  turns: { speaker: string; start: number; end: number; isCrosstalk?: boolean; isSpeakerUnsure?: boolean }[],
) {
  const utterances = turns.map((turn, at) => ({ ...turn, id: `u${at + 1}`, label: turn.speaker, text: 'Words.' }))
  await world.db
    .updateTable('transcripts')
    .set({ utterances: JSON.stringify(utterances) })
    .where('session_id', '=', sessionId)
    .execute()
  return utterances.length
}

async function auditedActions(): Promise<string[]> {
  const rows = await world.db
    .selectFrom('audit_events')
    .where('actor_id', '=', clinic.therapistId)
    .where('action', 'like', 'account.voice%')
    .select(['action', 'details'])
    .orderBy('seq')
    .execute()
  expect(JSON.stringify(rows.map(({ details }) => details))).not.toContain('0.6')
  return rows.map(({ action }) => action)
}
