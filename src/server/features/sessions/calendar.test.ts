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

/** The number of days that tests have used, so that each test gets its own day. */
let spareDays = 0
const spareDay = () => addDays('2027-01-01', spareDays++)

async function schedule(date = spareDay()) {
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
  test('scheduling adds an individual session in person to the calendar', async () => {
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
    const late = { clientId, date: spareDay(), startTime: '23:30', durationMinutes: 50 }
    expect(await therapist.sessions.schedule(late)).toMatchObject({ endTime: '00:20', durationMinutes: 50 })
  })

  test.each([
    ['a time between quarter hours', { startTime: '09:10' }],
    ['an hour above 23', { startTime: '24:00' }],
    ['a day that does not exist', { date: '2026-02-30' }],
    ['no length', { durationMinutes: 0 }],
    ['a nameless type', { type: ' ' }],
  ])('scheduling rejects %s', async (_, change) => {
    const refused = therapist.sessions.schedule({ ...atNine, clientId, ...change })
    await expect(refused).rejects.toMatchObject({ code: 'input_invalid' })
  })

  test('scheduling rejects archived clients', async () => {
    const archived = await buildClient(world, { therapistId: clinic.therapistId, status: 'archived' })
    const refused = therapist.sessions.schedule({ ...atNine, clientId: archived.id })
    await expect(refused).rejects.toMatchObject({ code: 'client_archived' })
  })

  test.each(otherReaders)('scheduling rejects the %s, who sees the client', async (role) => {
    const refused = clinic[role].sessions.schedule({ ...atNine, clientId })
    await expect(refused).rejects.toMatchObject({ code: 'not_allowed' })
  })

  test.each(strangers)('scheduling finds no client for the %s', async (role) => {
    const refused = clinic[role].sessions.schedule({ ...atNine, clientId })
    await expect(refused).rejects.toMatchObject({ code: 'client_missing' })
  })
})

describe('the calendar', () => {
  test('the calendar shows held and scheduled sessions in order, without canceled ones', async () => {
    const date = spareDay()
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
    const [kept, ended] = [spareDay(), spareDay()]
    const [{ id: keptId }, { id: endedId }] = [
      await therapist.sessions.schedule({ ...atNine, date: kept, clientId: id }),
      await therapist.sessions.schedule({ ...atNine, date: ended, clientId: id }),
    ]
    await therapist.clients.archive({ clientId: id })
    expect(await dayOf(therapist, kept)).toMatchObject([{ id: keptId, client: { isArchived: true } }])
    const refused = therapist.recordings.start({ clientId: id, requestId: randomUUID(), appointmentId: keptId })
    await expect(refused).rejects.toMatchObject({ code: 'client_archived' })
    await therapist.sessions.cancel({ sessionId: endedId })
    expect(await dayOf(therapist, ended)).toEqual([])
    await therapist.clients.restore({ clientId: id })
    expect(await dayOf(therapist, kept)).toMatchObject([{ id: keptId, client: { isArchived: false } }])
  })

  test('the calendar includes the first and the last day', async () => {
    const from = spareDay()
    const to = spareDay()
    const [first, last] = [await schedule(from), await schedule(to)]
    await schedule(spareDay())
    const answer = await therapist.sessions.calendar({ from, to })
    expect(answer.items.map(({ id }) => id)).toEqual([first.id, last.id])
    expect(answer.isComplete).toBe(true)
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
  ])('the calendar rejects %s', async (_, from, to) => {
    await expect(therapist.sessions.calendar({ from, to })).rejects.toMatchObject({ code: 'input_invalid' })
  })
})

describe('rescheduling a session', () => {
  test('rescheduling moves a session and audits the old and new time', async () => {
    const { id, date } = await schedule()
    const to = { date: spareDay(), startTime: '13:15', durationMinutes: 80 }
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
      const refused = therapist.sessions.reschedule({ sessionId: id, ...atNine })
      await expect(refused).rejects.toMatchObject({ code: 'session_not_scheduled' })
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

  test('rejects canceling or restoring a session twice', async () => {
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

    test.each(otherReaders)(`${verb} rejects the %s, who sees the session`, async (role) => {
      const { id } = await schedule()
      await expect(call(clinic[role], id)).rejects.toMatchObject({ code: 'not_allowed' })
    })

    test.each(strangers)(`${verb} finds no session for the %s`, async (role) => {
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

  test('a calendar file of a month has the sessions of that month only', async () => {
    const inMonth = [await schedule('2026-08-01'), await schedule('2026-08-31')]
    await schedule('2026-07-31')
    await schedule('2026-09-01')
    const { fileName, content } = await therapist.sessions.exportMonth({ month: '2026-08' })
    expect(fileName).toBe('August-2026.ics')
    expect(content.match(/(?<=UID:).*(?=\r\n)/g)).toEqual(inMonth.map(({ id }) => id))
  })

  test.each([...otherReaders, ...strangers])(
    'a calendar file of a month has only the %s’s own sessions',
    async (role) => {
      const { date } = await schedule('2026-06-06')
      const empty = clinic[role].sessions.exportMonth({ month: date.slice(0, 7) })
      await expect(empty).rejects.toMatchObject({ code: 'calendar_empty' })
    },
  )

  test('a calendar file of a canceled session is rejected', async () => {
    const { id: sessionId } = await schedule()
    await therapist.sessions.cancel({ sessionId })
    await expect(therapist.sessions.exportSession({ sessionId })).rejects.toMatchObject({ code: 'session_missing' })
  })
})

describe('a session that begins', () => {
  async function newClient(...startTimes: string[]) {
    const { id } = await buildClient(world, { therapistId: clinic.therapistId })
    const appointments = []
    for (const startTime of startTimes) {
      const appointment = { ...atNine, clientId: id, startTime, settingType: 'telehealth' } as const
      appointments.push(await therapist.sessions.schedule(appointment))
    }
    return { clientId: id, appointments }
  }
  const record = (of: string, appointmentId?: string) =>
    therapist.recordings.start({ clientId: of, requestId: randomUUID(), appointmentId })

  test('a recording takes over the appointment at that time and keeps its setting', async () => {
    const { clientId: of, appointments } = await newClient('14:00', '09:15')
    const { sessionId } = await record(of)
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

  test('a recording starts a new session if no appointment is near in time', async () => {
    const { clientId: of, appointments } = await newClient('14:00')
    expect((await record(of)).sessionId).not.toBe(appointments[0]?.id)
  })

  test('a recording takes over the chosen appointment of today, at any time of the day', async () => {
    const { clientId: of, appointments } = await newClient('09:15', '14:00')
    expect((await record(of, appointments[1]?.id)).sessionId).toBe(appointments[1]?.id)
    expect((await record(of)).sessionId).toBe(appointments[0]?.id)
  })

  test('a recording shortly before midnight takes over the appointment after midnight', async () => {
    const { id: of } = await buildClient(world, { therapistId: clinic.therapistId })
    const next = { ...atNine, clientId: of, date: addDays(today, 1), startTime: '00:15' }
    const appointment = await therapist.sessions.schedule(next)
    now = new Date('2026-11-19T22:50:00Z')
    const { sessionId } = await record(of).finally(() => (now = nine))
    expect(sessionId).toBe(appointment.id)
    expect(await therapist.sessions.get({ sessionId })).toMatchObject({ date: today, startTime: '23:50' })
  })

  test('a recording does not take over a chosen appointment that is canceled, of another day or of another client', async () => {
    const { clientId: of, appointments } = await newClient('14:00')
    const canceled = appointments[0]?.id ?? ''
    await therapist.sessions.cancel({ sessionId: canceled })
    const other = await newClient('14:00')
    const tomorrow = await therapist.sessions.schedule({ ...atNine, clientId: of, date: addDays(today, 1) })
    const untouched = [canceled, tomorrow.id, other.appointments[0]?.id ?? '', randomUUID()]
    for (const appointmentId of untouched) expect(untouched).not.toContain((await record(of, appointmentId)).sessionId)
    expect(await therapist.sessions.get({ sessionId: tomorrow.id })).toMatchObject({ status: 'scheduled' })
    await expect(record(of, 'no-such-appointment')).rejects.toMatchObject({ code: 'input_invalid' })
  })

  test('a transcript file takes over an appointment that has begun, with the chosen setting', async () => {
    const { clientId: of, appointments } = await newClient('08:00', '09:15')
    const { sessionId } = await therapist.transcripts.import({
      clientId: of,
      requestId: randomUUID(),
      fileName: 'session.txt',
      content: Buffer.from('Therapist: Hello.\nClient: Hello.\n').toString('base64'),
      settingType: 'in-person',
    })
    expect(sessionId).toBe(appointments[0]?.id)
    expect(await therapist.sessions.get({ sessionId })).toMatchObject({ settingType: 'in-person' })
  })
})
