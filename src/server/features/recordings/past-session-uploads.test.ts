import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#shared/rules/calendar.ts'
import { localDateTime } from '#shared/rules/local-time.ts'
import { buildTherapistWithClient, type Clinic, otherReaders, strangers } from '#test/clinic.ts'
import { transcriptFile } from '#test/transcript.ts'
import { uploadMetadata, chunksOf, putChunk, sender, type Sender, wav } from '#test/upload.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let clinic: Clinic
let me: Sender
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

let clientId = ''
beforeEach(async () => {
  ;({ clinic, clientId } = await buildTherapistWithClient(world, 'America/Chicago'))
  me = await sender(world, clinic.therapistId)
})

const recording = wav(2)
const today = () => localDateTime(new Date(), 'America/Chicago').date
const lastWeek = () => addDays(today(), -7)
const heldAt = () => ({ date: lastWeek(), startTime: '14:05' })
const cues = (seconds: number) =>
  `WEBVTT\n\n00:00.000 --> 00:05.000\nTherapist: How was it?\n\n0${Math.floor(seconds / 60)}:55.000 --> 0${Math.floor(seconds / 60) + 1}:00.000\nClient: Long.\n`

const importInput = (more: Partial<Parameters<typeof clinic.therapist.transcripts.import>[0]> = {}) => ({
  clientId,
  settingType: 'telehealth' as const,
  requestId: randomUUID(),
  ...transcriptFile(),
  ...more,
})

async function send(more: Parameters<typeof clinic.therapist.recordings.startUpload>[0]): Promise<string> {
  const { id } = await me.api.recordings.startUpload(more)
  for (const [n, part] of chunksOf(recording).entries()) await putChunk(me, id, n, part)
  return id
}

describe('a session that was held earlier', () => {
  test('importing a transcript of a past session stores date, start, length, setting and participants', async () => {
    const { sessionId } = await clinic.therapist.transcripts.import(
      importInput({
        heldAt: heldAt(),
        participants: ['Ana Ruiz (interpreter)', 'Partner'],
        ...transcriptFile(cues(300), 'a.vtt'),
      }),
    )
    const session = { date: lastWeek(), startTime: '14:05', endTime: '14:11', settingType: 'telehealth' }
    expect(await clinic.therapist.sessions.get({ sessionId })).toMatchObject(session)
    const { items } = await clinic.therapist.sessions.calendar({ from: lastWeek(), to: lastWeek() })
    expect(items).toMatchObject([{ id: sessionId, ...session, durationMinutes: 6 }])
    expect((await clinic.therapist.notes.get({ sessionId })).session).toMatchObject({
      ...session,
      participants: ['Ana Ruiz (interpreter)', 'Partner'],
    })
    expect((await clinic.therapist.clients.get({ clientId })).lastSessionDate).toBe(lastWeek())
  })

  test('uploading a recording of a past session stores the details of the first request if the last request omits them', async () => {
    const stated = { heldAt: heldAt(), participants: ['Partner'], settingType: 'telehealth' as const }
    const uploadId = await send({ ...uploadMetadata(clientId, recording), ...stated })
    const { sessionId } = await me.api.recordings.completeUpload({ uploadId })
    expect(await me.api.sessions.get({ sessionId })).toMatchObject({
      date: lastWeek(),
      startTime: '14:05',
      settingType: 'telehealth',
    })
    expect((await me.api.notes.get({ sessionId })).session.participants).toEqual(['Partner'])
  })

  test('a past session gets the details of the last request if they differ from the first request', async () => {
    const uploadId = await send({ ...uploadMetadata(clientId, recording), heldAt: heldAt(), participants: ['Partner'] })
    const last = { heldAt: { date: addDays(today(), -3), startTime: '08:50' }, participants: [] }
    const { sessionId } = await me.api.recordings.completeUpload({ uploadId, ...last, settingType: 'telehealth' })
    expect(await me.api.sessions.get({ sessionId })).toMatchObject({
      date: addDays(today(), -3),
      startTime: '08:50',
      settingType: 'telehealth',
    })
    expect((await me.api.notes.get({ sessionId })).session.participants).toEqual([])
  })

  test('a participant of a past session gets the role other in the transcript', async () => {
    const text = 'Ana: I translate for both.\nTherapist: How are you?\nMaya: Fine.\nAna: She is fine.\nMaya: Yes.'
    const { sessionId } = await clinic.therapist.transcripts.import(
      importInput({ heldAt: heldAt(), participants: ['Ana Ruiz'], ...transcriptFile(text) }),
    )
    const { utterances } = await clinic.therapist.transcripts.get({ sessionId })
    expect(utterances.map(({ speaker }) => speaker)).toEqual(['other', 'therapist', 'client', 'other', 'client'])
  })

  test('a past session takes over the appointment of that day and sets the stated time', async () => {
    const appointment = await clinic.therapist.sessions.schedule({
      clientId,
      date: lastWeek(),
      startTime: '14:15',
      durationMinutes: 50,
    })
    await clinic.therapist.sessions.schedule({ clientId, date: today(), startTime: '00:00', durationMinutes: 50 })
    const { sessionId } = await clinic.therapist.transcripts.import(importInput({ heldAt: heldAt() }))
    expect(sessionId).toBe(appointment.id)
    const { items } = await clinic.therapist.sessions.calendar({ from: lastWeek(), to: today() })
    expect(items).toMatchObject([
      { id: sessionId, startTime: '14:05', status: 'processing' },
      { date: today(), status: 'scheduled' },
    ])
  })

  test('a past session does not take over an appointment that begins more than 15 minutes later', async () => {
    const later = { clientId, date: lastWeek(), startTime: '14:30', durationMinutes: 50 }
    const { id } = await clinic.therapist.sessions.schedule(later)
    const { sessionId } = await clinic.therapist.transcripts.import(importInput({ heldAt: heldAt() }))
    expect(sessionId).not.toBe(id)
    expect(await clinic.therapist.sessions.get({ sessionId: id })).toMatchObject({ status: 'scheduled' })
  })

  test('a past session takes over the chosen appointment', async () => {
    const at = { clientId, date: lastWeek(), durationMinutes: 50 }
    await clinic.therapist.sessions.schedule({ ...at, startTime: '14:00' })
    const chosen = await clinic.therapist.sessions.schedule({ ...at, startTime: '18:00' })
    const { sessionId } = await clinic.therapist.transcripts.import(
      importInput({ heldAt: heldAt(), appointmentId: chosen.id }),
    )
    expect(sessionId).toBe(chosen.id)
  })

  test('a past session may overlap with another session', async () => {
    const first = await clinic.therapist.transcripts.import(importInput({ heldAt: heldAt() }))
    const second = await clinic.therapist.transcripts.import(importInput({ heldAt: heldAt() }))
    expect(second.sessionId).not.toBe(first.sessionId)
  })
})

describe('invalid details of a past session', () => {
  test.each([
    ['tomorrow', () => ({ date: addDays(today(), 1), startTime: '09:00' }), 'session_in_future'],
    ['in another century', () => ({ date: '1926-05-01', startTime: '09:00' }), 'session_long_ago'],
    ['on no day of the calendar', () => ({ date: '2026-02-30', startTime: '09:00' }), 'input_invalid'],
    ['at no time of the day', () => ({ date: lastWeek(), startTime: '25:00' }), 'input_invalid'],
  ])('an upload or import of a session held %s is rejected, and nothing is stored', async (_, at, code) => {
    const uploads = () => world.db.selectFrom('uploads').where('client_id', '=', clientId).selectAll().execute()
    const input = { ...uploadMetadata(clientId, recording), heldAt: at() }
    await expect(me.api.recordings.startUpload(input)).rejects.toMatchObject({ code, status: 422 })
    expect(await uploads()).toEqual([])
    await expect(clinic.therapist.transcripts.import(importInput({ heldAt: at() }))).rejects.toMatchObject({ code })
    const sessions = await world.db.selectFrom('sessions').where('client_id', '=', clientId).selectAll().execute()
    expect(sessions).toEqual([])
  })

  test('invalid details of a past session are rejected even if they are stated only at the end of an upload', async () => {
    const uploadId = await send(uploadMetadata(clientId, recording))
    const future = { date: addDays(today(), 1), startTime: '09:00' }
    await expect(me.api.recordings.completeUpload({ uploadId, heldAt: future })).rejects.toMatchObject({
      code: 'session_in_future',
    })
    await me.api.recordings.completeUpload({ uploadId, heldAt: heldAt() })
  })

  test.each([
    ['thirteen participants', Array.from({ length: 13 }, (_, n) => `Member ${n}`)],
    ['an empty name', ['  ']],
    ['a name of a whole page', ['x'.repeat(81)]],
  ])('an import of a past session with %s is rejected', async (_, participants) => {
    await expect(clinic.therapist.transcripts.import(importInput({ participants }))).rejects.toMatchObject({
      code: 'input_invalid',
    })
  })
})

describe('access to past sessions', () => {
  test('an upload or import of a past session is rejected for another therapist’s client', async () => {
    const input = importInput({ heldAt: heldAt(), participants: ['Partner'] })
    const upload = { ...uploadMetadata(clientId, recording), heldAt: heldAt() }
    for (const role of otherReaders) {
      await expect(clinic[role].transcripts.import(input)).rejects.toMatchObject({ code: 'not_allowed' })
      await expect(clinic[role].recordings.startUpload(upload)).rejects.toMatchObject({ code: 'not_allowed' })
    }
    for (const role of strangers) {
      await expect(clinic[role].transcripts.import(input)).rejects.toMatchObject({ code: 'client_missing' })
      await expect(clinic[role].recordings.startUpload(upload)).rejects.toMatchObject({ code: 'client_missing' })
    }
    await expect(clinic.anonymous.transcripts.import(input)).rejects.toMatchObject({ code: 'not_signed_in' })
  })

  test('the participants of a past session are shown only to users who can read the note', async () => {
    const { sessionId } = await clinic.therapist.transcripts.import(
      importInput({ heldAt: heldAt(), participants: ['Partner'] }),
    )
    for (const role of otherReaders)
      expect((await clinic[role].notes.get({ sessionId })).session.participants).toEqual(['Partner'])
    for (const role of strangers)
      await expect(clinic[role].notes.get({ sessionId })).rejects.not.toHaveProperty(
        'message',
        expect.stringContaining('Partner'),
      )
  })

  test('a past session never takes over the appointment of another therapist', async () => {
    const other = await buildTherapistWithClient(world, 'America/Chicago')
    const theirs = await other.therapist.sessions.schedule({
      clientId: other.clientId,
      date: lastWeek(),
      startTime: '14:00',
      durationMinutes: 50,
    })
    const { sessionId } = await clinic.therapist.transcripts.import(
      importInput({ heldAt: heldAt(), appointmentId: theirs.id }),
    )
    expect(sessionId).not.toBe(theirs.id)
    expect(await other.therapist.sessions.get({ sessionId: theirs.id })).toMatchObject({ status: 'scheduled' })
  })
})
