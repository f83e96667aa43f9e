import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#shared/rules/calendar.ts'
import { buildClient } from '#test/build.ts'
import { buildTherapistWithClient, type Clinic, otherReaders } from '#test/clinic.ts'
import { importTranscript } from '#test/transcript.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

// Noon in Berlin, which is the therapist's time zone.
const now = new Date('2026-11-19T11:00:00Z')
const today = '2026-11-19'
const times = { startTime: '09:00', endTime: '09:50' }
const kind = { settingType: 'telehealth', type: 'Couple', noteType: 'DAP' } as const

let world: World
let clinic: Clinic
let therapist: Api
let clientId: string

beforeAll(async () => {
  world = await createWorld({ providers: { clock: () => now } })
  ;({ clinic, therapist, clientId } = await buildTherapistWithClient(world, 'Europe/Berlin'))
})
afterAll(() => world.close())

let usedDays = 0
/** Returns a past day that no other test uses. */
const unusedDay = () => addDays('2026-09-01', usedDays++)

const write = (change: Partial<Parameters<Api['sessions']['write']>[0]> = {}) =>
  therapist.sessions.write({ clientId, date: unusedDay(), ...times, ...kind, contact: 'session', ...change })

const sessionRow = (id: string) =>
  world.db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a session without a recording', () => {
  test('a session without a recording has an empty note of the chosen type that can be written', async () => {
    const { sessionId } = await write({ contact: 'phone call' })
    const page = await therapist.notes.get({ sessionId })
    expect(page.session).toMatchObject({
      ...times,
      source: 'written',
      contact: 'phone call',
      settingType: 'telehealth',
    })
    expect(page.note).toMatchObject({ origin: 'written', noteType: 'DAP', state: 'ready', version: 0, safety: [] })
    expect(page.note.sections.map(({ title, content }) => [title, content])).toEqual([
      ['Data', ''],
      ['Assessment', ''],
      ['Plan', ''],
    ])
    expect(await sessionRow(sessionId)).toMatchObject({ status: 'completed', rendered_by: clinic.therapistId })
  })

  test('a session without a recording is added once if the request is repeated', async () => {
    const request = { date: unusedDay(), requestId: randomUUID() }
    const [first, second] = await Promise.all([write(request), write(request)])
    expect([second, await write(request)]).toEqual([first, first])
    const { items } = await therapist.sessions.calendar({ from: request.date, to: request.date })
    expect(items.map(({ id }) => id)).toEqual([first.sessionId])
  })

  test('a session without a recording that took over an appointment is not added again if the request is repeated', async () => {
    const date = unusedDay()
    const { id } = await therapist.sessions.schedule({ clientId, date, startTime: '09:00', durationMinutes: 50 })
    const request = { date, requestId: randomUUID(), appointmentId: id }
    expect([await write(request), await write(request)]).toEqual([{ sessionId: id }, { sessionId: id }])
    expect((await therapist.sessions.calendar({ from: date, to: date })).items).toHaveLength(1)
  })

  test('a session without a recording takes over the chosen appointment', async () => {
    const { id } = await therapist.sessions.schedule({ clientId, date: today, startTime: '09:00', durationMinutes: 50 })
    const { sessionId } = await write({ date: today, startTime: '09:10', appointmentId: id })
    expect(sessionId).toBe(id)
    expect(await sessionRow(id)).toMatchObject({ type: 'Couple', source: 'written', start_time: '09:10:00' })
  })

  test('a session without a recording that is entered days later takes over the appointment at that time', async () => {
    const date = addDays(today, -3)
    const { id } = await therapist.sessions.schedule({ clientId, date, startTime: '09:00', durationMinutes: 50 })
    expect(await write({ date })).toEqual({ sessionId: id })
    const { items } = await therapist.sessions.calendar({ from: date, to: date })
    expect(items.map(({ status }) => status)).toEqual(['completed'])
  })

  test('a note without a recording is marked as unwritten until it has text, and is then found by its words', async () => {
    const { sessionId } = await write()
    const listed = async (search: string) =>
      (await therapist.notes.list({ search })).items.find((note) => note.sessionId === sessionId)
    expect(await listed('')).toMatchObject({ noteState: 'ready', toWrite: true, line: '' })
    await therapist.notes.save({
      sessionId,
      baseVersion: 0,
      noteType: 'DAP',
      sections: [
        { title: 'Data', content: 'Felt calmer in marmalade weather.' },
        { title: 'Assessment', content: '' },
        { title: 'Plan', content: '' },
      ],
    })
    expect(await listed('marmalade')).toMatchObject({ toWrite: false, line: 'Felt calmer in marmalade weather.' })
    expect(await therapist.notes.get({ sessionId })).toMatchObject({ note: { version: 1, origin: 'written' } })
  })

  test('a session without a recording does not count as a session of the plan', async () => {
    const used = async () => (await therapist.billing.state()).usage.used
    const before = await used()
    await write({ date: today })
    await write({ date: today, contact: 'no-show' })
    expect(await used()).toBe(before)
  })

  test('a session without a recording cannot get a draft, an enhancement or a transcript', async () => {
    const { sessionId } = await write()
    await expect(therapist.notes.generate({ sessionId })).rejects.toMatchObject({ code: 'transcript_missing' })
    await expect(therapist.notes.enhance({ sessionId, instructions: 'Shorter.' })).rejects.toMatchObject({
      code: 'note_missing',
    })
    const file = { fileName: 'session.txt', content: Buffer.from('Client: I slept.').toString('base64') }
    await expect(therapist.transcripts.importForSession({ sessionId, ...file })).rejects.toMatchObject({
      code: 'transcript_of_written',
      message: 'This note is written without a recording, so a transcript cannot be added to it.',
    })
  })

  test.each([
    ['in the future', { date: addDays(today, 1) }, 'session_in_future'],
    ['of long ago', { date: '2010-01-01' }, 'session_long_ago'],
    ['without a length', { endTime: '09:00' }, 'input_invalid'],
    ['of more than twelve hours', { endTime: '21:01' }, 'input_invalid'],
  ])('adding a session without a recording is rejected for a session %s', async (_, change, code) => {
    await expect(write(change)).rejects.toMatchObject({ code })
  })

  test('adding a session without a recording is rejected for an archived client', async () => {
    const { id } = await buildClient(world, { therapistId: clinic.therapistId, status: 'archived' })
    await expect(write({ clientId: id })).rejects.toMatchObject({ code: 'client_archived' })
  })

  test.each(otherReaders)(
    'adding a session without a recording is rejected for the %s, who may only read the client’s record',
    async (role) => {
      const input = { clientId, date: today, ...times, ...kind, contact: 'session' } as const
      await expect(clinic[role].sessions.write(input)).rejects.toMatchObject({ code: 'not_allowed' })
    },
  )
})

describe('a session that the client missed', () => {
  test('a no-show has a note, but the session counts of the client and of the progress summary do not include it', async () => {
    const { id } = await buildClient(world, { therapistId: clinic.therapistId, firstName: 'Nora' })
    const { sessionId } = await write({ clientId: id, contact: 'no-show', date: addDays(today, -1) })
    const sections = ['Data', 'Assessment', 'Plan'].map((title) => ({ title, content: 'Left a message.' }))
    await therapist.notes.save({ sessionId, baseVersion: 0, noteType: 'DAP', sections })
    expect(await therapist.clients.get({ clientId: id })).toMatchObject({ sessionCount: 0, lastSessionDate: null })
    expect((await therapist.progress.ofClient({ clientId: id })).sessions).toBe(0)
    expect(await therapist.notes.previous({ clientId: id })).toMatchObject({ session: null })
    const { items } = await therapist.sessions.listForClient({ clientId: id })
    expect(items).toMatchObject([{ id: sessionId, status: 'no-show', noteState: 'ready' }])
    expect((await therapist.notes.list({ search: 'Nora' })).items).toMatchObject([{ sessionStatus: 'no-show' }])
  })

  test('the database rejects the status no-show with another contact', async () => {
    const { sessionId } = await write()
    const change = world.db.updateTable('sessions').set({ status: 'no-show' }).where('id', '=', sessionId)
    await expect(change.execute()).rejects.toThrow('sessions_no_show_check')
  })
})

describe('the type of a written note', () => {
  test('the type of a written note can be changed before it has text', async () => {
    const { sessionId } = await write()
    const note = await therapist.notes.changeType({ sessionId, noteType: 'SOAP' })
    expect(note).toMatchObject({ noteType: 'SOAP', version: 0, typeChangesRemaining: 2 })
    expect(note.sections.map(({ title }) => title)).toEqual(['Subjective', 'Objective', 'Assessment', 'Plan'])
  })

  test('changing the type of a written note keeps all text, in its section or under ‘Not placed’', async () => {
    const { sessionId } = await write()
    const written = [
      { title: 'Data', content: 'Slept badly.\nWoke at three.' },
      { title: 'Assessment', content: '' },
      { title: 'Plan', content: 'A log.' },
    ]
    await therapist.notes.save({ sessionId, baseVersion: 0, noteType: 'DAP', sections: written })
    const changed = await therapist.notes.changeType({ sessionId, noteType: 'SOAP' })
    expect(changed).toMatchObject({ version: 2, noteType: 'SOAP', typeChangesRemaining: 2, state: 'ready' })
    expect(changed.sections.map(({ title, content }) => [title, content])).toEqual([
      ['Subjective', ''],
      ['Objective', ''],
      ['Assessment', ''],
      ['Plan', 'A log.'],
      ['Not placed', 'Slept badly.\nWoke at three.'],
    ])
    const changedBack = await therapist.notes.changeType({ sessionId, noteType: 'DAP' })
    expect(changedBack.sections.find(({ title }) => title === 'Not placed')?.content).toBe(
      'Slept badly.\nWoke at three.',
    )
  })

  test('changing the type of a note from a transcript drafts the note again', async () => {
    const sessionId = await importTranscript(therapist, clientId)
    expect(await therapist.notes.changeType({ sessionId, noteType: 'DAP' })).toMatchObject({
      state: 'generating',
    })
  })
})
