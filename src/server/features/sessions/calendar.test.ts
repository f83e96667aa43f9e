import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#shared/rules/calendar.ts'
import { buildClient, buildSession } from '#test/build.ts'
import { buildTherapistWithClient, type Clinic, otherReaders, strangers } from '#test/clinic.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

// Nine in the morning in Berlin, which is the therapist's time zone.
const nine = new Date('2026-11-19T08:00:00Z')
let now = nine
const today = '2026-11-19'
const atNine = { date: today, startTime: '09:00', durationMinutes: 50 }

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
/** Returns a day that no other test uses. */
const unusedDay = () => addDays('2027-01-01', usedDays++)

async function schedule(date = unusedDay()) {
  return await therapist.sessions.schedule({ ...atNine, date, clientId })
}

async function dayOf(api: Api, date: string) {
  return (await api.sessions.calendar({ from: date, to: date })).items
}

async function lastEvent(sessionId: string) {
  const events = world.db.selectFrom('audit_events').where('resource_id', '=', sessionId)
  return await events.orderBy('seq', 'desc').select(['action', 'client_id', 'details']).executeTakeFirst()
}

async function actionsOn(sessionId: string) {
  const events = await world.db
    .selectFrom('audit_events')
    .where('resource_id', '=', sessionId)
    .select('action')
    .execute()
  return events.map(({ action }) => action)
}

describe('scheduling a session', () => {
  test('a scheduled session is added to the calendar, and is individual and in person by default', async () => {
    const session = await schedule()
    expect(session).toMatchObject({
      clientId,
      startTime: '09:00',
      endTime: '09:50',
      durationMinutes: 50,
      type: 'Individual',
      settingType: 'in-person',
      status: 'scheduled',
      client: { firstName: 'Maya', lastName: 'Stone', isArchived: false },
    })
    expect(await dayOf(therapist, session.date)).toEqual([session])
    expect(await lastEvent(session.id)).toMatchObject({ action: 'session.scheduled', client_id: clientId })
  })

  test('a session is scheduled once if the request is repeated', async () => {
    const request = { ...atNine, date: unusedDay(), clientId, requestId: randomUUID() }
    const [first, second] = await Promise.all([
      therapist.sessions.schedule(request),
      therapist.sessions.schedule(request),
    ])
    expect([second, await therapist.sessions.schedule(request)]).toEqual([first, first])
    expect(await dayOf(therapist, request.date)).toEqual([first])
    expect(await actionsOn(first.id)).toEqual(['session.scheduled'])
    const own = await buildClient(world)
    const other = await world.as(own.therapistId)
    expect((await other.sessions.schedule({ ...request, clientId: own.id })).id).not.toBe(first.id)
  })

  test('a scheduled session belongs to the client’s organization', async () => {
    const { id } = await schedule()
    const row = await world.db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      organization_id: clinic.organizationId,
      therapist_id: clinic.therapistId,
      source: 'scheduled',
    })
  })

  test('scheduling allows a second session at the same time', async () => {
    const { date } = await schedule()
    await schedule(date)
    expect(await dayOf(therapist, date)).toHaveLength(2)
  })

  test('scheduling allows a session past midnight', async () => {
    const late = { clientId, date: unusedDay(), startTime: '23:30', durationMinutes: 50 }
    expect(await therapist.sessions.schedule(late)).toMatchObject({ endTime: '00:20', durationMinutes: 50 })
  })

  test.each([
    ['a time between quarter hours', { startTime: '09:10' }],
    ['an hour above 23', { startTime: '24:00' }],
    ['a day that does not exist', { date: '2026-02-30' }],
    ['no length', { durationMinutes: 0 }],
    ['a nameless type', { type: ' ' }],
  ])('scheduling rejects a session with %s', async (_, change) => {
    const response = therapist.sessions.schedule({ ...atNine, clientId, ...change })
    await expect(response).rejects.toMatchObject({ code: 'input_invalid' })
  })

  test('scheduling rejects archived clients', async () => {
    const archived = await buildClient(world, { therapistId: clinic.therapistId, status: 'archived' })
    const response = therapist.sessions.schedule({ ...atNine, clientId: archived.id })
    await expect(response).rejects.toMatchObject({ code: 'client_archived' })
  })

  test.each(otherReaders)('scheduling rejects the %s, who may only read the client’s record', async (role) => {
    const response = clinic[role].sessions.schedule({ ...atNine, clientId })
    await expect(response).rejects.toMatchObject({ code: 'not_allowed' })
  })

  test.each(strangers)('scheduling finds no client for the %s, who has no access to the client', async (role) => {
    const response = clinic[role].sessions.schedule({ ...atNine, clientId })
    await expect(response).rejects.toMatchObject({ code: 'client_missing' })
  })
})

describe('the calendar', () => {
  test('the calendar shows held and scheduled sessions in order, without canceled sessions', async () => {
    const date = unusedDay()
    const held = await buildSession(world, { clientId, date })
    const early = await therapist.sessions.schedule({ ...atNine, date, clientId, startTime: '08:00' })
    const late = await therapist.sessions.schedule({ ...atNine, date, clientId, startTime: '16:00' })
    const cancelled = await schedule(date)
    await therapist.sessions.cancel({ sessionId: cancelled.id })
    const shown = await dayOf(therapist, date)
    expect(shown.map(({ id, status }) => [id, status])).toEqual([
      [early.id, 'scheduled'],
      [held.id, 'completed'],
      [late.id, 'scheduled'],
    ])
  })

  test('the calendar marks the appointments of archived clients, which can be canceled but not started', async () => {
    const { id } = await buildClient(world, { therapistId: clinic.therapistId })
    const [keptDay, canceledDay] = [unusedDay(), unusedDay()]
    const [{ id: keptId }, { id: canceledId }] = [
      await therapist.sessions.schedule({ ...atNine, date: keptDay, clientId: id }),
      await therapist.sessions.schedule({ ...atNine, date: canceledDay, clientId: id }),
    ]
    await therapist.clients.archive({ clientId: id })
    expect(await dayOf(therapist, keptDay)).toMatchObject([{ id: keptId, client: { isArchived: true } }])
    const response = therapist.recordings.start({ clientId: id, requestId: randomUUID(), appointmentId: keptId })
    await expect(response).rejects.toMatchObject({ code: 'client_archived' })
    await therapist.sessions.cancel({ sessionId: canceledId })
    expect(await dayOf(therapist, canceledDay)).toEqual([])
    await therapist.clients.restore({ clientId: id })
    expect(await dayOf(therapist, keptDay)).toMatchObject([{ id: keptId, client: { isArchived: false } }])
  })

  test('the calendar includes the first and the last day', async () => {
    const from = unusedDay()
    const to = unusedDay()
    const [first, last] = [await schedule(from), await schedule(to)]
    await schedule(unusedDay())
    const calendar = await therapist.sessions.calendar({ from, to })
    expect(calendar.items.map(({ id }) => id)).toEqual([first.id, last.id])
    expect(calendar.isComplete).toBe(true)
  })

  test.each([...otherReaders, ...strangers])(
    'the calendar shows the %s no sessions of other therapists',
    async (role) => {
      const { date } = await schedule()
      expect(await dayOf(clinic[role], date)).toEqual([])
    },
  )

  test.each([
    ['more than two months', '2026-01-01', '2026-03-15'],
    ['a last day before the first day', '2026-01-02', '2026-01-01'],
    ['no days', 'today', 'tomorrow'],
  ])('the calendar rejects %s, here from %s to %s', async (_, from, to) => {
    await expect(therapist.sessions.calendar({ from, to })).rejects.toMatchObject({ code: 'input_invalid' })
  })
})

describe('rescheduling a session', () => {
  test('rescheduling moves a session and audits the old and new time', async () => {
    const { id, date } = await schedule()
    const to = { date: unusedDay(), startTime: '13:15', durationMinutes: 80 }
    const moved = await therapist.sessions.reschedule({ sessionId: id, ...to })
    expect(moved).toMatchObject({ id, ...to, endTime: '14:35', status: 'scheduled' })
    expect(await dayOf(therapist, date)).toEqual([])
    expect(await lastEvent(id)).toMatchObject({
      action: 'session.rescheduled',
      client_id: clientId,
      details: { from: `${date} 09:00`, to: `${to.date} 13:15` },
    })
  })

  test.each(['completed', 'processing', 'failed'] as const)(
    'rescheduling rejects a session with status %s',
    async (status) => {
      const { id } = await buildSession(world, { clientId, status })
      const response = therapist.sessions.reschedule({ sessionId: id, ...atNine })
      await expect(response).rejects.toMatchObject({ code: 'session_not_scheduled' })
    },
  )
})

describe('canceling a session', () => {
  test('canceling removes a session from the calendar until it is restored', async () => {
    const session = await schedule()
    expect(await therapist.sessions.cancel({ sessionId: session.id })).toMatchObject({ status: 'cancelled' })
    expect(await lastEvent(session.id)).toMatchObject({ action: 'session.cancelled' })
    expect(await dayOf(therapist, session.date)).toEqual([])
    expect(await therapist.sessions.restore({ sessionId: session.id })).toEqual(session)
    expect(await lastEvent(session.id)).toMatchObject({ action: 'session.restored' })
    expect(await dayOf(therapist, session.date)).toEqual([session])
  })

  test('canceling a canceled session and restoring a restored session are rejected', async () => {
    const { id: sessionId } = await schedule()
    await therapist.sessions.cancel({ sessionId })
    await expect(therapist.sessions.cancel({ sessionId })).rejects.toMatchObject({ code: 'session_not_scheduled' })
    await therapist.sessions.restore({ sessionId })
    await expect(therapist.sessions.restore({ sessionId })).rejects.toMatchObject({ code: 'session_not_cancelled' })
  })

  test('a held session cannot be canceled, and a discarded recording cannot be restored', async () => {
    const { id: sessionId } = await buildSession(world, { clientId })
    await expect(therapist.sessions.cancel({ sessionId })).rejects.toMatchObject({ code: 'session_not_scheduled' })
    await world.db.updateTable('sessions').set({ status: 'cancelled' }).where('id', '=', sessionId).execute()
    await expect(therapist.sessions.restore({ sessionId })).rejects.toMatchObject({ code: 'session_not_cancelled' })
  })
})

describe.each(['reschedule', 'cancel', 'restore', 'exportSession'] as const)(
  'access to %s of another therapist’s session',
  (verb) => {
    const call = (api: Api, sessionId: string) => api.sessions[verb]({ sessionId, ...atNine })

    test.each(otherReaders)(`${verb} rejects the %s, who may only read the session`, async (role) => {
      const { id } = await schedule()
      await expect(call(clinic[role], id)).rejects.toMatchObject({ code: 'not_allowed' })
    })

    test.each(strangers)(`${verb} finds no session for the %s, who has no access to the session`, async (role) => {
      const { id } = await schedule()
      await expect(call(clinic[role], id)).rejects.toMatchObject({ code: 'session_missing' })
    })
  },
)

describe('calendar files', () => {
  test('a calendar file of one session shows the client’s initials, local time and zone', async () => {
    const { id } = await schedule('2026-07-06')
    const { fileName, content } = await therapist.sessions.exportSession({ sessionId: id })
    expect(fileName).toBe('Session-with-M-S.ics')
    expect(content).toContain(`UID:${id}\r\n`)
    expect(content).toContain('SUMMARY:Session with M.S.\r\n')
    expect(content).toContain('DTSTART;TZID=Europe/Berlin:20260706T090000\r\n')
    expect(content).not.toMatch(/Maya|Stone/)
    expect(await lastEvent(id)).toMatchObject({ action: 'session.exported' })
  })

  test('a calendar file of a month contains only the sessions of that month', async () => {
    const inMonth = [await schedule('2026-08-01'), await schedule('2026-08-31')]
    await schedule('2026-07-31')
    await schedule('2026-09-01')
    const { fileName, content } = await therapist.sessions.exportMonth({ month: '2026-08' })
    expect(fileName).toBe('August-2026.ics')
    expect(content.match(/(?<=UID:).*(?=\r\n)/g)).toEqual(inMonth.map(({ id }) => id))
  })

  test.each([...otherReaders, ...strangers])(
    'a calendar file of a month contains no sessions of other therapists for the %s',
    async (role) => {
      const { date } = await schedule('2026-06-06')
      const empty = clinic[role].sessions.exportMonth({ month: date.slice(0, 7) })
      await expect(empty).rejects.toMatchObject({ code: 'calendar_empty' })
    },
  )

  test('a request for the calendar file of a canceled session is rejected', async () => {
    const { id: sessionId } = await schedule()
    await therapist.sessions.cancel({ sessionId })
    await expect(therapist.sessions.exportSession({ sessionId })).rejects.toMatchObject({ code: 'session_missing' })
  })
})

describe('a session that begins', () => {
  async function buildClientWithAppointments(...startTimes: string[]) {
    const { id } = await buildClient(world, { therapistId: clinic.therapistId })
    const appointments = []
    for (const startTime of startTimes) {
      const appointment = { ...atNine, clientId: id, startTime, settingType: 'telehealth' } as const
      appointments.push(await therapist.sessions.schedule(appointment))
    }
    return { clientId: id, appointments }
  }
  const record = (ofClientId: string, appointmentId?: string) =>
    therapist.recordings.start({ clientId: ofClientId, requestId: randomUUID(), appointmentId })

  test('a recording takes over the appointment at that time and keeps the setting of the appointment', async () => {
    const { clientId: newClientId, appointments } = await buildClientWithAppointments('14:00', '09:15')
    const { sessionId } = await record(newClientId)
    expect(sessionId).toBe(appointments[1]?.id)
    expect(await actionsOn(sessionId)).toContain('session.begun')
    expect(await therapist.sessions.get({ sessionId })).toMatchObject({
      status: 'recording',
      settingType: 'telehealth',
      date: today,
      startTime: '09:00',
      noteState: 'waiting',
    })
    const after = await dayOf(therapist, today)
    expect(after.find(({ id }) => id === appointments[0]?.id)).toMatchObject({ status: 'scheduled' })
  })

  test('a recording creates a new session if the only appointment begins five hours later', async () => {
    const { clientId: newClientId, appointments } = await buildClientWithAppointments('14:00')
    expect((await record(newClientId)).sessionId).not.toBe(appointments[0]?.id)
  })

  test('a recording takes over the chosen appointment of today, at any time of the day', async () => {
    const { clientId: newClientId, appointments } = await buildClientWithAppointments('09:15', '14:00')
    expect((await record(newClientId, appointments[1]?.id)).sessionId).toBe(appointments[1]?.id)
    expect((await record(newClientId)).sessionId).toBe(appointments[0]?.id)
  })

  test('a recording shortly before midnight takes over the appointment after midnight', async () => {
    const { id: newClientId } = await buildClient(world, { therapistId: clinic.therapistId })
    const next = { ...atNine, clientId: newClientId, date: addDays(today, 1), startTime: '00:15' }
    const appointment = await therapist.sessions.schedule(next)
    now = new Date('2026-11-19T22:50:00Z')
    const { sessionId } = await record(newClientId).finally(() => (now = nine))
    expect(sessionId).toBe(appointment.id)
    expect(await therapist.sessions.get({ sessionId })).toMatchObject({ date: today, startTime: '23:50' })
  })

  test.each([
    ['the appointment', '23:45', false],
    ['the chosen appointment', '22:15', true],
  ])('a recording shortly after midnight takes over %s at %s of the day before', async (_, startTime, isChosen) => {
    const { clientId: newClientId, appointments } = await buildClientWithAppointments('09:15', startTime)
    const late = appointments[1]?.id
    now = new Date('2026-11-19T23:05:00Z')
    const { sessionId } = await record(newClientId, isChosen ? late : undefined).finally(() => (now = nine))
    expect(sessionId).toBe(late)
    expect(await therapist.sessions.get({ sessionId })).toMatchObject({ date: addDays(today, 1), startTime: '00:05' })
  })

  test('a recording after midnight does not take over an appointment that began more than two hours before', async () => {
    const { clientId: newClientId, appointments } = await buildClientWithAppointments('22:00')
    now = new Date('2026-11-19T23:05:00Z')
    const { sessionId } = await record(newClientId, appointments[0]?.id).finally(() => (now = nine))
    expect(sessionId).not.toBe(appointments[0]?.id)
  })

  test('a recording after midnight takes over the nearest appointment, also if that is on the new day', async () => {
    const { clientId: newClientId } = await buildClientWithAppointments('22:30')
    const next = { ...atNine, clientId: newClientId, date: addDays(today, 1), startTime: '00:15' }
    const appointment = await therapist.sessions.schedule(next)
    now = new Date('2026-11-19T23:05:00Z')
    const { sessionId } = await record(newClientId).finally(() => (now = nine))
    expect(sessionId).toBe(appointment.id)
  })

  test('a recording does not take over a chosen appointment that is canceled, of another day or of another client', async () => {
    const { clientId: newClientId, appointments } = await buildClientWithAppointments('14:00')
    const canceled = appointments[0]?.id ?? ''
    await therapist.sessions.cancel({ sessionId: canceled })
    const other = await buildClientWithAppointments('14:00')
    const tomorrow = await therapist.sessions.schedule({ ...atNine, clientId: newClientId, date: addDays(today, 1) })
    const untouched = [canceled, tomorrow.id, other.appointments[0]?.id ?? '', randomUUID()]
    for (const appointmentId of untouched)
      expect(untouched).not.toContain((await record(newClientId, appointmentId)).sessionId)
    expect(await therapist.sessions.get({ sessionId: tomorrow.id })).toMatchObject({ status: 'scheduled' })
    await expect(record(newClientId, 'no-such-appointment')).rejects.toMatchObject({ code: 'input_invalid' })
  })

  test('a transcript file takes over an appointment that has begun, and sets the chosen setting', async () => {
    const { clientId: newClientId, appointments } = await buildClientWithAppointments('08:00', '09:15')
    const { sessionId } = await therapist.transcripts.import({
      clientId: newClientId,
      requestId: randomUUID(),
      fileName: 'session.txt',
      content: Buffer.from('Therapist: Hello.\nClient: Hello.\n').toString('base64'),
      settingType: 'in-person',
    })
    expect(sessionId).toBe(appointments[0]?.id)
    expect(await therapist.sessions.get({ sessionId })).toMatchObject({ settingType: 'in-person' })
  })
})
