import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { collectBytes } from '#server/providers/files/blocks.ts'
import { buildClient, buildSession, buildTranscript } from '#test/build.ts'
import { buildClinic, type Clinic, otherReaders, strangers } from '#test/clinic.ts'
import { whileEventsFail } from '#test/failing-events.ts'
import { jobsOf } from '#test/jobs.ts'
import { conversation, importTranscript, transcriptFile } from '#test/transcript.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let clinic: Clinic
beforeAll(async () => {
  world = await createWorld()
  clinic = await buildClinic(world)
})
afterAll(() => world.close())

let clientId = ''
beforeEach(async () => {
  clientId = (await buildClient(world, { therapistId: clinic.therapistId })).id
})

const jobNames = async (sessionId: string) => (await jobsOf(world, sessionId)).map(({ name }) => name)
const sessionsOfClient = () => world.db.selectFrom('sessions').selectAll().where('client_id', '=', clientId).execute()
const eventsOf = (resourceId: string) =>
  world.db.selectFrom('audit_events').selectAll().where('resource_id', '=', resourceId).orderBy('at').execute()

describe('importing a transcript file', () => {
  test('importing a transcript file creates a session, stores the original file and enqueues the draft of the note', async () => {
    const sessionId = await importTranscript(clinic.therapist, clientId)
    expect(await clinic.therapist.sessions.get({ sessionId })).toMatchObject({
      clientId,
      status: 'processing',
      settingType: 'telehealth',
      noteState: 'waiting',
    })
    const file = await world.providers.files.get(`transcripts/${sessionId}/original`)
    expect(file && (await collectBytes(file.body)).toString()).toBe(conversation)
    expect(await jobNames(sessionId)).toEqual(['notes.draft'])
    const transcript = await clinic.therapist.transcripts.get({ sessionId })
    expect(transcript).toMatchObject({ engine: 'import text', hasTimes: false })
    expect(transcript.utterances.map(({ speaker }) => speaker)).toEqual(
      Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? 'therapist' : 'client')),
    )
    expect(transcript.utterances[1]).toMatchObject({ id: 'u2', label: 'Client', start: 0, end: 0 })
  })

  test('an import that cannot be saved leaves no file', async () => {
    const before = await world.providers.files.list('transcripts')
    await whileEventsFail(world, 'transcript.imported', async () => {
      await expect(importTranscript(clinic.therapist, clientId)).rejects.toMatchObject({ code: 'unexpected' })
    })
    expect(await sessionsOfClient()).toEqual([])
    expect(await world.providers.files.list('transcripts')).toEqual(before)
  })

  test('speakers of a transcript file with unknown names are identified by their words', async () => {
    const plain = conversation.replaceAll(/^(Therapist|Client)/gm, (name) => (name === 'Client' ? 'Sam' : 'Bea'))
    const sessionId = await importTranscript(clinic.therapist, clientId, plain)
    const { utterances } = await clinic.therapist.transcripts.get({ sessionId })
    expect(utterances.slice(0, 2)).toMatchObject([
      { speaker: 'therapist', label: 'Bea' },
      { speaker: 'client', label: 'Sam' },
    ])
  })

  test('importing a transcript file sets the length of the session to the last time in the file', async () => {
    const cues = [
      'WEBVTT',
      '',
      '00:00.000 --> 00:05.000',
      'How was the week?',
      '',
      '45:50.000 --> 46:10.000',
      'Better.',
      '',
    ]
    const sessionId = await importTranscript(clinic.therapist, clientId, cues.join('\n'))
    expect(await clinic.therapist.sessions.get({ sessionId })).toMatchObject({ durationMinutes: 46 })
  })

  test.each([
    ['an empty file', '', 'transcript_required', 'Transcript is required'],
    ['white space', ' \n\n ', 'transcript_required', 'Transcript is required'],
    [
      'a PDF',
      '%PDF-1.7 \u0000\u0001\u0002 binary',
      'transcript_document',
      'Attend cannot read PDF, RTF and older Word documents. Save the transcript as Word (DOCX) or plain text, or copy its text and paste it.',
    ],
    [
      'noise',
      Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * 7919) % 256)),
      'transcript_unreadable',
      'This file could not be read as a transcript. Upload a WebVTT, SRT, Word (DOCX), CSV, HTML or plain text file, or paste its text.',
    ],
    [
      'two megabytes and one byte',
      Buffer.alloc(2 * 1024 * 1024 + 1, 'word '),
      'transcript_too_large',
      'This transcript is too large. The limit is 2 MB.',
    ],
    [
      'more turns than any session has',
      Buffer.from(Array.from({ length: 20_001 }, (_, n) => (n % 2 ? 'Client: yes' : 'Therapist: and?')).join('\n')),
      'transcript_too_long',
      'This transcript has too many turns for one session. Divide it into one file for each session.',
    ],
  ])(
    'importing %s as a transcript is rejected with a sentence, and nothing is stored',
    async (_, content, code, message) => {
      const response = importTranscript(clinic.therapist, clientId, content)
      await expect(response).rejects.toMatchObject({ code, ...(message === undefined ? {} : { message }) })
      expect(await sessionsOfClient()).toEqual([])
    },
  )

  test('a request of ten megabytes to import a transcript is rejected with status 413', async () => {
    const huge = Buffer.alloc(10 * 1024 * 1024, 'word ')
    await expect(importTranscript(clinic.therapist, clientId, huge)).rejects.toMatchObject({ status: 413 })
  })

  test('an import of content that is not base64 is rejected', async () => {
    const response = clinic.therapist.transcripts.import({
      clientId,
      settingType: 'telehealth',
      requestId: randomUUID(),
      fileName: 'a',
      content: '~',
    })
    await expect(response).rejects.toMatchObject({ code: 'input_invalid', status: 422 })
  })

  test('many parallel repeated imports create one session', async () => {
    const file = { clientId, settingType: 'telehealth', requestId: randomUUID(), ...transcriptFile() } as const
    const results = await Promise.all(Array.from({ length: 10 }, () => clinic.therapist.transcripts.import(file)))
    const [sessionId = '', ...more] = new Set(results.map((result) => result.sessionId))
    expect(more).toEqual([])
    expect(await clinic.therapist.transcripts.import(file)).toEqual({ sessionId })
    expect(await sessionsOfClient()).toHaveLength(1)
    expect(await jobNames(sessionId)).toEqual(['notes.draft'])
  })

  test('an import with the request id of another therapist creates another session', async () => {
    const file = { settingType: 'telehealth', requestId: randomUUID(), ...transcriptFile() } as const
    const { sessionId } = await clinic.therapist.transcripts.import({ clientId, ...file })
    const other = await buildClient(world)
    const api = await world.as(other.therapistId)
    const theirs = await api.transcripts.import({ clientId: other.id, ...file })
    expect(theirs.sessionId).not.toBe(sessionId)
  })

  test('a rejected import can be repeated with the same request id', async () => {
    const request = { clientId, settingType: 'telehealth', requestId: randomUUID() } as const
    await expect(clinic.therapist.transcripts.import({ ...request, ...transcriptFile('') })).rejects.toMatchObject({
      code: 'transcript_required',
    })
    await clinic.therapist.transcripts.import({ ...request, ...transcriptFile() })
    expect(await sessionsOfClient()).toHaveLength(1)
  })

  test('a transcript file with ../ in its name is stored under a fixed name', async () => {
    const fileName = `${'../'.repeat(1300)}etc/passwd`
    const file = transcriptFile(conversation, fileName)
    const { sessionId } = await clinic.therapist.transcripts.import({
      clientId,
      settingType: 'in-person',
      requestId: randomUUID(),
      ...file,
    })
    const row = await world.db
      .selectFrom('transcripts')
      .selectAll()
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow()
    expect(row.original_name).toBe(`transcripts/${sessionId}/original`)
  })

  test('characters of a transcript that PostgreSQL rejects are replaced or removed', async () => {
    const odd = JSON.stringify([
      { speaker: 'Sam', text: 'I slept\u0000 badly \ud800 again and again.' },
      { speaker: 'Bea', text: 'How long has that been going on?' },
    ])
    const sessionId = await importTranscript(clinic.therapist, clientId, odd)
    const { utterances } = await clinic.therapist.transcripts.get({ sessionId })
    expect(utterances[0]?.text).toMatch(/^I slept ?badly . again and again\.$/)
  })

  test('therapists can import transcripts only for their own clients', async () => {
    for (const role of strangers) {
      await expect(importTranscript(clinic[role], clientId)).rejects.toMatchObject({
        code: 'client_missing',
        status: 404,
      })
    }
    for (const role of otherReaders) {
      await expect(importTranscript(clinic[role], clientId)).rejects.toMatchObject({ code: 'not_allowed', status: 403 })
    }
    await expect(importTranscript(clinic.anonymous, clientId)).rejects.toMatchObject({ code: 'not_signed_in' })
    await expect(importTranscript(clinic.therapist, 'no-such-client')).rejects.toMatchObject({ code: 'client_missing' })
    const archived = await buildClient(world, { therapistId: clinic.therapistId, status: 'archived' })
    await expect(importTranscript(clinic.therapist, archived.id)).rejects.toMatchObject({ code: 'client_archived' })
  })

  test('an import is audited without a word of the transcript', async () => {
    const sessionId = await importTranscript(clinic.therapist, clientId)
    const events = await eventsOf(sessionId)
    expect(events.map(({ action }) => action)).toEqual(['session.created', 'transcript.imported'])
    expect(events[1]).toMatchObject({
      client_id: clientId,
      actor_id: clinic.therapistId,
      organization_id: clinic.organizationId,
    })
    expect(events[1]?.details).toEqual({ bytes: Buffer.byteLength(conversation), utterances: 8, format: 'import text' })
  })
})

describe('importing a transcript for an existing session', () => {
  test('a transcript file is accepted for a session without a transcript', async () => {
    const { id: sessionId } = await buildSession(world, { clientId, status: 'failed' })
    await clinic.therapist.transcripts.importForSession({ sessionId, ...transcriptFile() })
    expect((await clinic.therapist.transcripts.get({ sessionId })).utterances).toHaveLength(8)
    expect(await clinic.therapist.sessions.get({ sessionId })).toMatchObject({
      status: 'processing',
      durationMinutes: 50,
    })
    expect(await jobNames(sessionId)).toEqual(['notes.draft'])
  })

  test('a repeated import of the same file changes nothing, and another file is rejected', async () => {
    const { id: sessionId } = await buildSession(world, { clientId, status: 'failed' })
    const importFile = (content: string) =>
      clinic.therapist.transcripts.importForSession({ sessionId, ...transcriptFile(content) })
    const exists = {
      code: 'transcript_exists',
      status: 409,
      message: 'This session already has a transcript.',
    }
    await importFile(conversation)
    expect(await importFile(conversation)).toEqual({ sessionId })
    expect(await jobNames(sessionId)).toEqual(['notes.draft'])
    expect((await eventsOf(sessionId)).map(({ action }) => action)).toEqual(['transcript.imported'])
    await expect(importFile(`${conversation}\nClient: Yes.`)).rejects.toMatchObject(exists)

    const transcribed = await buildSession(world, { clientId })
    await buildTranscript(world, { sessionId: transcribed.id })
    await world.providers.files.put(
      `transcripts/${transcribed.id}/original`,
      Readable.from([Buffer.from(conversation)]),
    )
    await expect(
      clinic.therapist.transcripts.importForSession({ sessionId: transcribed.id, ...transcriptFile() }),
    ).rejects.toMatchObject(exists)
  })

  test('a transcript file is rejected while the session is being recorded', async () => {
    const { sessionId } = await clinic.therapist.recordings.start({ clientId, requestId: randomUUID() })
    await expect(
      clinic.therapist.transcripts.importForSession({ sessionId, ...transcriptFile() }),
    ).rejects.toMatchObject({
      code: 'session_recording',
      message: 'This session is still being recorded. End the session first.',
    })
    expect(await jobNames(sessionId)).toEqual([])
  })

  test('several parallel imports for one session store one transcript', async () => {
    const { id: sessionId } = await buildSession(world, { clientId })
    const importFile = () => clinic.therapist.transcripts.importForSession({ sessionId, ...transcriptFile() })
    const results = await Promise.allSettled(Array.from({ length: 5 }, importFile))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await jobNames(sessionId)).toEqual(['notes.draft'])
  })

  test('therapists can add a transcript file only to their own sessions', async () => {
    const { id: sessionId } = await buildSession(world, { clientId })
    const importFile = (role: (typeof otherReaders | typeof strangers)[number]) =>
      clinic[role].transcripts.importForSession({ sessionId, ...transcriptFile() })
    for (const role of otherReaders) await expect(importFile(role)).rejects.toMatchObject({ code: 'not_allowed' })
    for (const role of strangers) await expect(importFile(role)).rejects.toMatchObject({ code: 'session_missing' })
    await expect(
      clinic.anonymous.transcripts.importForSession({ sessionId, ...transcriptFile() }),
    ).rejects.toMatchObject({
      code: 'not_signed_in',
    })
  })
})

describe('reading a transcript', () => {
  test('a transcript can be read by all users who may see the session, and each reading is audited', async () => {
    const { id: sessionId } = await buildSession(world, { clientId })
    await buildTranscript(world, { sessionId })
    for (const role of ['therapist', ...otherReaders] as const) {
      expect((await clinic[role].transcripts.get({ sessionId })).utterances).toHaveLength(8)
    }
    for (const role of strangers) {
      await expect(clinic[role].transcripts.get({ sessionId })).rejects.toMatchObject({
        code: 'session_missing',
        status: 404,
        message: 'Session or client data not found',
      })
    }
    await expect(clinic.anonymous.transcripts.get({ sessionId })).rejects.toMatchObject({ code: 'not_signed_in' })
    const events = await eventsOf(sessionId)
    expect(events.map(({ action }) => action)).toEqual(Array(4).fill('transcript.read'))
    expect(new Set(events.map(({ actor_id }) => actor_id)).size).toBe(4)
  })

  test('reading fails with transcript_missing without a transcript, and with session_missing without a session', async () => {
    const { id: sessionId } = await buildSession(world, { clientId })
    await expect(clinic.therapist.transcripts.get({ sessionId })).rejects.toMatchObject({
      code: 'transcript_missing',
      status: 404,
      message: 'No transcript found',
    })
    await expect(clinic.therapist.transcripts.get({ sessionId: 'senseless' })).rejects.toMatchObject({
      code: 'session_missing',
    })
  })
})

test('every signed-in user can see which speech engine is set up', async () => {
  expect(await clinic.colleague.transcripts.speechStatus()).toEqual({
    engine: 'embedded',
    state: 'ready',
    percent: null,
    model: 'fake',
  })
  await expect(clinic.anonymous.transcripts.speechStatus()).rejects.toMatchObject({ code: 'not_signed_in' })
})
