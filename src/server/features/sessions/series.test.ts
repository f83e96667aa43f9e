import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#shared/rules/calendar.ts'
import { buildClient, buildMember } from '#test/build.ts'
import { buildClinic, type Clinic, onlookers, strangers } from '#test/clinic.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

let world: World
let clinic: Clinic
let therapist: Api
let clientId: string

beforeAll(async () => {
  world = await createWorld({ providers: { clock: () => new Date('2026-11-19T08:00:00Z') } })
  clinic = await buildClinic(world)
  therapist = clinic.therapist
  await therapist.accounts.update({ timeZone: 'America/New_York' })
  const client = await buildClient(world, { therapistId: clinic.therapistId, firstName: 'Maya', lastName: 'Stone' })
  clientId = client.id
})
afterAll(() => world.close())

/** A Thursday that no other test looks at. */
let spareYears = 0
const spareThursday = () => addDays('2030-01-03', 371 * spareYears++)

type Wanted = Partial<Parameters<Api['series']['schedule']>[0]>

function schedule(wanted: Wanted = {}, api = therapist) {
  return api.series.schedule({
    clientId,
    requestId: randomUUID(),
    date: spareThursday(),
    startTime: '09:00',
    durationMinutes: 50,
    frequency: 'weekly',
    ends: { count: 4 },
    ...wanted,
  })
}

const whenOf = ({ date, startTime }: { date: string; startTime: string }) => `${date} ${startTime}`

async function rowsOf(seriesId: string) {
  return await world.db
    .selectFrom('sessions')
    .where('series_id', '=', seriesId)
    .orderBy('series_date')
    .selectAll()
    .execute()
}

async function calendarOn(dates: string[], api = therapist) {
  const { items } = await api.series.busy({ dates })
  return items.map(whenOf)
}

async function eventsOn(resourceId: string) {
  const events = world.db.selectFrom('audit_events').where('resource_id', '=', resourceId).orderBy('seq')
  return await events.select(['action', 'client_id', 'details']).execute()
}

describe('scheduling a series', () => {
  test('makes one session for each date, in the client’s clinic', async () => {
    const date = spareThursday()
    const { seriesId, items } = await schedule({ date, type: 'Couple', settingType: 'telehealth' })
    expect(items.map(whenOf)).toEqual([0, 7, 14, 21].map((days) => `${addDays(date, days)} 09:00`))
    expect(items).toEqual(
      items.map((item) => ({ ...item, seriesId, type: 'Couple', settingType: 'telehealth', status: 'scheduled' })),
    )
    expect(await rowsOf(seriesId)).toMatchObject(
      items.map(() => ({
        organization_id: clinic.organizationId,
        therapist_id: clinic.therapistId,
        client_id: clientId,
      })),
    )
  })

  test('is audited once for the series and once for each session', async () => {
    const { seriesId, items } = await schedule()
    expect(await eventsOn(seriesId)).toEqual([
      { action: 'series.scheduled', client_id: clientId, details: { frequency: 'weekly', sessions: 4 } },
    ])
    for (const { id } of items) expect(await eventsOn(id)).toMatchObject([{ action: 'session.scheduled' }])
  })

  test('leaves skipped dates out, adds them at the end, and moves single dates', async () => {
    const date = spareThursday()
    const { seriesId, items } = await schedule({
      date,
      skipped: [addDays(date, 7)],
      moved: [{ date: addDays(date, 14), startTime: '10:00' }],
    })
    expect(items.map(whenOf)).toEqual([
      `${date} 09:00`,
      `${addDays(date, 14)} 10:00`,
      `${addDays(date, 21)} 09:00`,
      `${addDays(date, 28)} 09:00`,
    ])
    const series = await world.db.selectFrom('session_series').where('id', '=', seriesId).selectAll().executeTakeFirst()
    expect(series).toMatchObject({ date_count: 5, first_date: date })
  })

  test('ends on a date', async () => {
    const date = spareThursday()
    const { items } = await schedule({ date, frequency: 'every-2-weeks', ends: { until: addDays(date, 30) } })
    expect(items.map((item) => item.date)).toEqual([date, addDays(date, 14), addDays(date, 28)])
  })

  test('keeps nine at nine across clock changes', async () => {
    const { items } = await schedule({ date: '2029-10-18', frequency: 'monthly', ends: { count: 7 } })
    expect(new Set(items.map(({ startTime }) => startTime))).toEqual(new Set(['09:00']))
  })

  test('a request sent twice, also at the same time, makes one series', async () => {
    const request = { date: spareThursday(), requestId: randomUUID() }
    const answers = await Promise.all([schedule(request), schedule(request), schedule(request)])
    answers.push(await schedule(request))
    expect(new Set(answers.map(({ seriesId }) => seriesId)).size).toBe(1)
    expect(new Set(answers.map(({ items }) => items.length))).toEqual(new Set([4]))
    expect(await calendarOn([request.date])).toHaveLength(1)
  })

  test('a request id of somebody else makes a series of one’s own', async () => {
    const requestId = randomUUID()
    const { seriesId } = await schedule({ requestId })
    const own = await buildClient(world)
    const other = await schedule({ requestId, clientId: own.id }, await world.as(own.therapistId))
    expect(other.seriesId).not.toBe(seriesId)
    expect(other.items[0]?.clientId).toBe(own.id)
  })

  test.each([
    ['one session', { ends: { count: 1 } }, 'input_invalid'],
    ['53 sessions', { ends: { count: 53 } }, 'input_invalid'],
    ['no requestId', { requestId: 'again' }, 'input_invalid'],
    ['a time between quarters', { startTime: '09:10' }, 'input_invalid'],
    ['an end before the second date', { date: '2029-03-01', ends: { until: '2029-03-07' } }, 'series_length'],
    ['an end too far away', { date: '2029-03-01', ends: { until: '2039-03-07' } }, 'series_length'],
    [
      'an end with every date skipped',
      { date: '2029-03-01', ends: { until: '2029-03-08' }, skipped: ['2029-03-01', '2029-03-08'] },
      'series_length',
    ],
    ['a skipped date of another weekday', { date: '2029-03-01', skipped: ['2029-03-02'] }, 'series_date_unknown'],
    [
      'a moved date that is skipped',
      { date: '2029-03-01', skipped: ['2029-03-08'], moved: [{ date: '2029-03-08', startTime: '10:00' }] },
      'series_date_unknown',
    ],
  ] satisfies [string, Wanted, string][])('rejects %s and schedules nothing', async (_, wanted, code) => {
    await expect(schedule(wanted)).rejects.toMatchObject({ code })
    expect(await calendarOn(['2029-03-01', '2029-03-08'])).toEqual([])
  })

  test('rejects archived clients', async () => {
    const archived = await buildClient(world, { therapistId: clinic.therapistId, status: 'archived' })
    await expect(schedule({ clientId: archived.id })).rejects.toMatchObject({ code: 'client_archived' })
  })

  test.each(onlookers)('rejects the %s who sees the client', async (role) => {
    await expect(schedule({}, clinic[role])).rejects.toMatchObject({ code: 'not_allowed' })
  })

  test.each(strangers)('finds no client for a %s', async (role) => {
    await expect(schedule({}, clinic[role])).rejects.toMatchObject({ code: 'client_missing' })
  })
})

describe('the overlap check', () => {
  test('lists own sessions on the dates and the days beside them, without canceled ones', async () => {
    const date = spareThursday()
    const late = await therapist.sessions.schedule({ clientId, date, startTime: '23:30', durationMinutes: 50 })
    const next = await therapist.sessions.schedule({
      clientId,
      date: addDays(date, 1),
      startTime: '08:00',
      durationMinutes: 50,
    })
    await therapist.sessions.schedule({ clientId, date: addDays(date, 3), startTime: '08:00', durationMinutes: 50 })
    const canceled = await therapist.sessions.schedule({ clientId, date, startTime: '08:00', durationMinutes: 50 })
    await therapist.sessions.cancel({ sessionId: canceled.id })
    const { items } = await therapist.series.busy({ dates: [addDays(date, 1)] })
    expect(items).toEqual([late, next])
  })

  test.each([...onlookers, ...strangers])('shows a %s none of somebody else’s sessions', async (role) => {
    const { items } = await schedule()
    expect(
      await calendarOn(
        items.map(({ date }) => date),
        clinic[role],
      ),
    ).toEqual([])
  })
})

describe('one session of a series', () => {
  test('moves without the others, and takes another length, type and setting', async () => {
    const { items } = await schedule()
    const [first, second] = items
    const to = { date: addDays(second?.date ?? '', 1), startTime: '11:00', durationMinutes: 80 }
    const kind = { type: 'Family', settingType: 'telehealth' } as const
    const moved = await therapist.sessions.reschedule({ sessionId: second?.id ?? '', ...to, ...kind })
    expect(moved).toMatchObject({ ...to, ...kind, seriesId: first?.seriesId })
    expect(await rowsOf(first?.seriesId ?? '')).toMatchObject([
      { date: first?.date, type: 'Individual' },
      { date: to.date, series_date: second?.date },
      {},
      {},
    ])
    const again = await therapist.sessions.reschedule({ sessionId: second?.id ?? '', ...to })
    expect(again).toMatchObject(kind)
  })

  test('is canceled and restored without the others', async () => {
    const { seriesId, items } = await schedule()
    await therapist.sessions.cancel({ sessionId: items[1]?.id ?? '' })
    expect((await rowsOf(seriesId)).map(({ status }) => status)).toEqual([
      'scheduled',
      'cancelled',
      'scheduled',
      'scheduled',
    ])
    expect(await therapist.sessions.restore({ sessionId: items[1]?.id ?? '' })).toEqual(items[1])
  })
})

describe('this session and the following ones', () => {
  async function scheduledSeries(wanted: Wanted = {}) {
    const { seriesId, items } = await schedule({ ends: { count: 6 }, ...wanted })
    const [first, second, third, fourth, fifth, sixth] = items
    if (!first || !second || !third || !fourth || !fifth || !sixth) throw new Error('six sessions were expected')
    return { seriesId, items, first, second, third, fourth, fifth, sixth }
  }

  test('move together by the same rule; earlier ones stay', async () => {
    const { seriesId, items, third } = await scheduledSeries()
    const to = { date: addDays(third.date, 1), startTime: '13:00', durationMinutes: 80 }
    const moved = await therapist.series.rescheduleFollowing({ sessionId: third.id, ...to, type: 'Couple' })
    expect(moved.seriesId).not.toBe(seriesId)
    expect(moved.items.map(({ id }) => id)).toEqual(items.slice(2).map(({ id }) => id))
    expect(moved.items.map(whenOf)).toEqual([0, 7, 14, 21].map((days) => `${addDays(to.date, days)} 13:00`))
    expect(moved.items.every((item) => item.type === 'Couple' && item.durationMinutes === 80)).toBe(true)
    expect((await rowsOf(seriesId)).map(({ date }) => date)).toEqual(items.slice(0, 2).map(({ date }) => date))
    expect(await eventsOn(moved.seriesId)).toMatchObject([{ action: 'series.rescheduled', details: { sessions: 4 } }])
  })

  test('a monthly series follows the new weekday of the month', async () => {
    const { second } = await scheduledSeries({ date: '2045-01-05', frequency: 'monthly' })
    expect(second.date).toBe('2045-02-02')
    const to = { date: '2045-02-14', startTime: '09:00', durationMinutes: 50 }
    const { items } = await therapist.series.rescheduleFollowing({ sessionId: second.id, ...to })
    expect(items.map(({ date }) => date)).toEqual([
      '2045-02-14',
      '2045-03-14',
      '2045-04-11',
      '2045-05-09',
      '2045-06-13',
    ])
  })

  test('leaves held and canceled sessions, and the times of sessions moved on their own', async () => {
    const { seriesId, second, third, fourth, fifth } = await scheduledSeries()
    await world.db.updateTable('sessions').set({ status: 'completed' }).where('id', '=', third.id).execute()
    await therapist.sessions.cancel({ sessionId: fourth.id })
    const agreed = { date: addDays(fifth.date, 2), startTime: '16:00', durationMinutes: 50 }
    await therapist.sessions.reschedule({ sessionId: fifth.id, ...agreed })
    const to = { date: addDays(second.date, 1), startTime: '10:00', durationMinutes: 50 }
    const { items } = await therapist.series.rescheduleFollowing({ sessionId: second.id, ...to, type: 'Group' })
    expect(items.map(whenOf)).toEqual([`${to.date} 10:00`, `${agreed.date} 16:00`, `${addDays(to.date, 28)} 10:00`])
    expect(items.every(({ type }) => type === 'Group')).toBe(true)
    const left = (await rowsOf(seriesId)).map(({ id, status, date }) => [id, status, date])
    expect(left.slice(1)).toEqual([
      [third.id, 'completed', third.date],
      [fourth.id, 'cancelled', fourth.date],
    ])
  })

  test('Undo of a move restores exactly what was, also for a series moved as a whole and more than once', async () => {
    const { seriesId, first, third, fourth } = await scheduledSeries()
    await therapist.sessions.reschedule({
      sessionId: fourth.id,
      date: fourth.date,
      startTime: '15:00',
      durationMinutes: 30,
    })
    const before = await rowsOf(seriesId)
    const once = await therapist.series.rescheduleFollowing({
      sessionId: first.id,
      date: addDays(first.date, 7),
      startTime: '10:00',
      durationMinutes: 50,
    })
    const twice = await therapist.series.rescheduleFollowing({
      sessionId: third.id,
      date: addDays(third.date, 14),
      startTime: '11:00',
      durationMinutes: 20,
      settingType: 'telehealth',
    })
    await therapist.series.undoReschedule({ seriesId: twice.seriesId })
    const back = await therapist.series.undoReschedule({ seriesId: once.seriesId })
    expect(back.seriesId).toBe(seriesId)
    const untouched = (rows: typeof before) => rows.map((row) => ({ ...row, updated_at: null }))
    expect(untouched(await rowsOf(seriesId))).toEqual(untouched(before))
    await expect(therapist.series.undoReschedule({ seriesId: once.seriesId })).rejects.toMatchObject({
      code: 'series_unchanged',
    })
  })

  test('Undo of a move leaves a session that was held meanwhile', async () => {
    const { seriesId, first, second } = await scheduledSeries()
    const to = { date: addDays(first.date, 1), startTime: '10:00', durationMinutes: 50 }
    const moved = await therapist.series.rescheduleFollowing({ sessionId: first.id, ...to })
    await world.db.updateTable('sessions').set({ status: 'completed' }).where('id', '=', second.id).execute()
    await therapist.series.undoReschedule({ seriesId: moved.seriesId })
    expect((await rowsOf(seriesId)).map(({ id }) => id)).not.toContain(second.id)
    expect(await therapist.sessions.get({ sessionId: second.id })).toMatchObject({ startTime: '10:00' })
  })

  test('are canceled together and restored, without those canceled before or held', async () => {
    const { items, second, third, fourth } = await scheduledSeries()
    await therapist.sessions.cancel({ sessionId: third.id })
    await world.db.updateTable('sessions').set({ status: 'completed' }).where('id', '=', fourth.id).execute()
    const canceled = await therapist.series.cancelFollowing({ sessionId: second.id })
    expect(canceled.items.map(({ id }) => id)).toEqual([1, 4, 5].map((at) => items[at]?.id))
    const sessionIds = canceled.items.map(({ id }) => id)
    const restored = await therapist.series.restoreFollowing({ seriesId: canceled.seriesId, sessionIds })
    expect(restored.items.map(({ id }) => id)).toEqual(sessionIds)
    expect(await therapist.sessions.get({ sessionId: third.id })).toMatchObject({ status: 'cancelled' })
    expect((await eventsOn(canceled.seriesId)).map(({ action }) => action)).toEqual([
      'series.scheduled',
      'series.cancelled',
      'series.restored',
    ])
    const again = therapist.series.restoreFollowing({ seriesId: canceled.seriesId, sessionIds })
    await expect(again).rejects.toMatchObject({ code: 'series_unchanged' })
  })

  test('restores no session of another series', async () => {
    const one = await scheduledSeries()
    const other = await scheduledSeries()
    await therapist.sessions.cancel({ sessionId: other.first.id })
    const restored = therapist.series.restoreFollowing({ seriesId: one.seriesId, sessionIds: [other.first.id] })
    await expect(restored).rejects.toMatchObject({ code: 'series_unchanged' })
    const malformed = therapist.series.restoreFollowing({ seriesId: one.seriesId, sessionIds: ['x'] })
    await expect(malformed).rejects.toMatchObject({ code: 'session_missing' })
  })

  test('two moves at once end as one after the other', async () => {
    const { items, first, second } = await scheduledSeries()
    const move = (sessionId: string, date: string, startTime: string) =>
      therapist.series.rescheduleFollowing({ sessionId, date, startTime, durationMinutes: 50 })
    const outcomes = await Promise.allSettled([
      move(first.id, addDays(first.date, 1), '10:00'),
      move(second.id, addDays(second.date, 2), '11:00'),
    ])
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
    const ids = items.map(({ id }) => id)
    const rows = await world.db.selectFrom('sessions').where('id', 'in', ids).selectAll().execute()
    const expected = new Set(rows.map(({ series_id, series_date }) => `${series_id} ${series_date}`))
    expect(expected.size).toBe(6)
  })

  describe.each(['rescheduleFollowing', 'cancelFollowing'] as const)('%s', (verb) => {
    const at = { date: '2040-01-01', startTime: '09:00', durationMinutes: 50 }
    const call = (api: Api, sessionId: string) => api.series[verb]({ sessionId, ...at })

    test('rejects a session that does not repeat', async () => {
      const { id } = await therapist.sessions.schedule({ clientId, ...at, date: spareThursday() })
      await expect(call(therapist, id)).rejects.toMatchObject({ code: 'series_missing' })
    })

    test.each(['completed', 'cancelled', 'recording'])('rejects a session that is %s', async (status) => {
      const { first } = await scheduledSeries()
      await world.db.updateTable('sessions').set({ status }).where('id', '=', first.id).execute()
      await expect(call(therapist, first.id)).rejects.toMatchObject({ code: 'session_not_scheduled' })
    })

    test.each(onlookers)('rejects the %s who sees the session', async (role) => {
      const { first } = await scheduledSeries()
      await expect(call(clinic[role], first.id)).rejects.toMatchObject({ code: 'not_allowed' })
    })

    test.each(strangers)('finds no session for a %s', async (role) => {
      const { first } = await scheduledSeries()
      await expect(call(clinic[role], first.id)).rejects.toMatchObject({ code: 'session_missing' })
    })
  })
})

describe('calendar files', () => {
  const unfolded = (content: string) => content.replaceAll('\r\n ', '').split('\r\n')
  const recurrence = (content: string) =>
    unfolded(content).filter((line) => /^(UID|RRULE:FREQ=(WEEKLY|MONTHLY)|EXDATE|RECURRENCE-ID)/.test(line))

  test('carry a series as it stands, whichever of its sessions is exported', async () => {
    const { seriesId, items } = await schedule({ date: '2028-03-02', skipped: ['2028-03-09'] })
    const [first, , third, fourth] = items
    await therapist.sessions.reschedule({
      sessionId: third?.id ?? '',
      date: third?.date ?? '',
      startTime: '12:00',
      durationMinutes: 50,
    })
    await therapist.sessions.cancel({ sessionId: fourth?.id ?? '' })
    const { content } = await therapist.sessions.exportSession({ sessionId: first?.id ?? '' })
    expect(recurrence(content)).toEqual([
      `UID:${seriesId}`,
      'RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=5',
      'EXDATE;TZID=America/New_York:20280309T090000,20280330T090000',
      `UID:${seriesId}`,
      'RECURRENCE-ID;TZID=America/New_York:20280323T090000',
    ])
    expect(content).not.toMatch(/Maya|Stone/)
    const month = await therapist.sessions.exportMonth({ month: '2028-03' })
    expect(recurrence(month.content)).toEqual(recurrence(content))
  })

  test('carry both halves after a split, and a held session beside its rule on its own', async () => {
    const { seriesId, items } = await schedule({ date: '2028-05-04' })
    const [, second, third] = items
    const held = { ...second, id: second?.id ?? '' }
    await world.db
      .updateTable('sessions')
      .set({ status: 'completed' })
      .where('id', '=', third?.id ?? '')
      .execute()
    const at = { date: '2028-05-12', startTime: '10:00', durationMinutes: 50 }
    const moved = await therapist.series.rescheduleFollowing({ sessionId: held.id, ...at })
    const { content } = await therapist.sessions.exportMonth({ month: '2028-05' })
    expect(
      recurrence(content)
        .filter((line) => line.startsWith('UID'))
        .toSorted(),
    ).toEqual([`UID:${seriesId}`, `UID:${moved.seriesId}`, `UID:${third?.id}`].toSorted())
    expect(content).toContain('RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=1')
    expect(content).toContain('RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=3')
    expect(content).toContain('EXDATE;TZID=America/New_York:20280519T100000')
  })
})

describe('a client that is transferred', () => {
  test('takes its series along', async () => {
    const client = await buildClient(world, { therapistId: clinic.therapistId })
    const { seriesId, items } = await schedule({ clientId: client.id })
    const { userId: receiver } = await buildMember(world, { organizationId: clinic.organizationId })
    await clinic.owner.clients.transfer({ clientId: client.id, therapistId: receiver })
    const { date, id } = items[1] ?? { date: '', id: '' }
    const to = { date: addDays(date, 1), startTime: '10:00', durationMinutes: 50 }
    const moved = await (await world.as(receiver)).series.rescheduleFollowing({ sessionId: id, ...to })
    expect(moved.items).toHaveLength(3)
    const rows = await world.db.selectFrom('session_series').where('id', '=', seriesId).selectAll().execute()
    expect(rows).toMatchObject([{ therapist_id: receiver }])
  })
})
