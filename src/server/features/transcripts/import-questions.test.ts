import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ImportQuestion } from '#shared/contract/transcripts.ts'
import { buildClient, buildRecording, buildSession } from '#test/build.ts'
import { buildClinic, type Clinic, otherReaders, strangers } from '#test/clinic.ts'
import { jobsOf } from '#test/jobs.ts'
import { conversation, transcriptFile } from '#test/transcript.ts'
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
  const client = { therapistId: clinic.therapistId, firstName: 'Maya', lastName: 'Stone' }
  clientId = (await buildClient(world, client)).id
})

const spokenBy = (client: string, therapist = 'Therapist') =>
  conversation.replaceAll(/^(Therapist|Client)/gm, (role) => (role === 'Client' ? client : therapist))
const request = (content: string, confirmed?: ImportQuestion[]) => ({
  clientId,
  settingType: 'telehealth' as const,
  requestId: randomUUID(),
  confirmed,
  ...transcriptFile(content),
})
const sessionsOfClient = () => world.db.selectFrom('sessions').select('id').where('client_id', '=', clientId).execute()

describe('a transcript file that names another client', () => {
  const sentence = 'This transcript names “Maria Lopez”, not Maya Stone. Use it for Maya Stone anyway?'

  test.each([
    ['as its speaker', spokenBy('Maria Lopez')],
    ['as its speaker, beside a named therapist', spokenBy('Maria Lopez', 'Dr. Robin Hale')],
    ['with an invisible character', spokenBy('Maria\u200B Lopez')],
    ['in its header', `Client: Maria Lopez\nDate: 10/14/2026\n\n${conversation}`],
  ])('a transcript file with another name %s needs a confirmation', async (_, content) => {
    const input = request(content)
    await expect(clinic.therapist.transcripts.import(input)).rejects.toMatchObject({
      code: 'transcript_other_name',
      status: 409,
      message: sentence,
    })
    expect(await sessionsOfClient()).toEqual([])
    const { sessionId } = await clinic.therapist.transcripts.import({ ...input, confirmed: ['transcript_other_name'] })
    expect(await sessionsOfClient()).toEqual([{ id: sessionId }])
    expect((await jobsOf(world, sessionId)).map(({ name }) => name)).toEqual(['notes.draft'])
  })

  test.each([
    'Maya Stone',
    'Maya',
    'STONE, MAYA',
    'Maya S.',
    'MS',
    'Maya Ann Stone',
    'Maya’s iPhone',
    'Speaker 2',
    'Client 4',
    'Guest',
  ])('a transcript file with the name %s needs no confirmation', async (name) => {
    await clinic.therapist.transcripts.import(request(spokenBy(name)))
    expect(await sessionsOfClient()).toHaveLength(1)
  })

  test('a transcript file that names another person with the client’s first name needs a confirmation', async () => {
    await expect(clinic.therapist.transcripts.import(request(spokenBy('Maya Gomez')))).rejects.toMatchObject({
      code: 'transcript_other_name',
    })
  })

  test('an import recognizes the therapist by full name and the client by first name', async () => {
    const { first_name: firstName, last_name: lastName } = await world.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', clinic.therapistId)
      .executeTakeFirstOrThrow()
    const { sessionId } = await clinic.therapist.transcripts.import(
      request(spokenBy('Maya', `${firstName} ${lastName}`)),
    )
    const { utterances } = await clinic.therapist.transcripts.get({ sessionId })
    expect(utterances.slice(0, 2).map(({ speaker }) => speaker)).toEqual(['therapist', 'client'])
  })

  test('a rejected import by another user reveals neither the client’s name nor names in the file', async () => {
    for (const role of otherReaders)
      await expect(clinic[role].transcripts.import(request(spokenBy('Maria Lopez')))).rejects.toMatchObject({
        code: 'not_allowed',
        message: expect.not.stringMatching(/Maya|Maria/),
      })
    for (const role of strangers)
      await expect(clinic[role].transcripts.import(request(spokenBy('Maria Lopez')))).rejects.toMatchObject({
        code: 'client_missing',
        message: 'Client not found',
      })
    await expect(clinic.anonymous.transcripts.import(request(spokenBy('Maria Lopez')))).rejects.toMatchObject({
      code: 'not_signed_in',
    })
  })
})

describe('a transcript file for a recorded session', () => {
  /** Returns a transcript whose last turn ends at this second. */
  const transcriptOfLength = (seconds: number) =>
    [
      'WEBVTT',
      '00:00.000 --> 00:05.000\nTherapist: How was the week?',
      `${clock(seconds - 5)} --> ${clock(seconds)}\nClient: Long.`,
    ].join('\n\n')
  const clock = (seconds: number) =>
    `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}.000`

  const buildRecordedSession = async (seconds: number) => {
    const { id: sessionId } = await buildSession(world, { clientId, status: 'failed' })
    await buildRecording(world, { sessionId })
    await world.db
      .updateTable('recordings')
      .set({ duration_seconds: seconds })
      .where('session_id', '=', sessionId)
      .execute()
    return sessionId
  }
  const words = (count: number) => `Therapist: Go on.\nClient: ${'and so it went '.repeat(count / 4)}`

  test.each([
    [
      'much longer than the recording',
      40,
      transcriptOfLength(3000),
      'The recording lasts 40 seconds, this transcript 50 minutes.',
    ],
    [
      'much shorter than the recording',
      3000,
      transcriptOfLength(300),
      'The recording lasts 50 minutes, this transcript 5 minutes.',
    ],
    ['too long to be said in it', 60, words(4000), 'The recording lasts 1 minute, this transcript 17 minutes.'],
    [
      'of clock times',
      40,
      transcriptOfLength(3000).replaceAll(
        /^(\d\d):(\d\d)\.(\d+) --> (\d\d):(\d\d)\.(\d+)/gm,
        '14:$1:$2.$3 --> 14:$4:$5.$6',
      ),
      'The recording lasts 40 seconds, this transcript 50 minutes.',
    ],
  ])('a transcript %s needs a confirmation if the session has a recording', async (_, seconds, content, sentence) => {
    const sessionId = await buildRecordedSession(seconds)
    const input = { sessionId, ...transcriptFile(content) }
    await expect(clinic.therapist.transcripts.importForSession(input)).rejects.toMatchObject({
      code: 'transcript_other_length',
      status: 409,
      message: `${sentence} They may be of different sessions. Use this transcript anyway?`,
    })
    await expect(clinic.therapist.transcripts.get({ sessionId })).rejects.toMatchObject({ code: 'transcript_missing' })
    await clinic.therapist.transcripts.importForSession({ ...input, confirmed: ['transcript_other_length'] })
    expect((await clinic.therapist.transcripts.get({ sessionId })).utterances.length).toBeGreaterThan(1)
  })

  test.each([
    ['of the same length', 3000, transcriptOfLength(2990)],
    ['of a recording with a long end', 3600, transcriptOfLength(2700)],
    ['of a short recording', 20, transcriptOfLength(60)],
    ['without times', 3000, words(3000)],
  ])('a transcript %s needs no confirmation if the session has a recording', async (_, seconds, content) => {
    const sessionId = await buildRecordedSession(seconds)
    await clinic.therapist.transcripts.importForSession({ sessionId, ...transcriptFile(content) })
    expect((await clinic.therapist.transcripts.get({ sessionId })).utterances.length).toBeGreaterThan(1)
  })

  test('an import with another name and another length needs both confirmations, one after the other', async () => {
    const sessionId = await buildRecordedSession(40)
    const input = { sessionId, ...transcriptFile(transcriptOfLength(3000).replace('Client', 'Maria Lopez')) }
    const errorCodeFor = async (confirmed: ImportQuestion[]) =>
      await clinic.therapist.transcripts.importForSession({ ...input, confirmed }).then(
        () => null,
        (error: { code: string }) => error.code,
      )
    expect(await errorCodeFor([])).toBe('transcript_other_name')
    expect(await errorCodeFor(['transcript_other_name'])).toBe('transcript_other_length')
    expect(await errorCodeFor(['transcript_other_length'])).toBe('transcript_other_name')
    expect(await errorCodeFor(['transcript_other_name', 'transcript_other_length'])).toBeNull()
  })

  test('an import for a session of another therapist is rejected without a question about the length', async () => {
    const input = { sessionId: await buildRecordedSession(40), ...transcriptFile(transcriptOfLength(3000)) }
    for (const role of otherReaders)
      await expect(clinic[role].transcripts.importForSession(input)).rejects.toMatchObject({ code: 'not_allowed' })
    for (const role of strangers)
      await expect(clinic[role].transcripts.importForSession(input)).rejects.toMatchObject({ code: 'session_missing' })
  })
})
