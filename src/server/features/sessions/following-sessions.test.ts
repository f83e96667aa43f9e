import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { addDays } from '#shared/rules/calendar.ts'
import { otherReaders, strangers } from '#test/clinic.ts'
import { createSeriesHarness, type NewSeries, whenOf } from '#test/series.ts'
import type { Api } from '#test/world.ts'

const { world, clinic, therapist, clientId, unusedThursday, schedule, rowsOf, eventsOn } = await createSeriesHarness()
afterAll(() => world.close())

describe('a session and the following sessions of its series', () => {
  async function scheduleSixSessions(values: NewSeries = {}) {
    const { seriesId, items } = await schedule({ ends: { count: 6 }, ...values })
    const [first, second, third, fourth, fifth, sixth] = items
    if (!first || !second || !third || !fourth || !fifth || !sixth) throw new Error('six sessions were expected')
    return { seriesId, items, first, second, third, fourth, fifth, sixth }
  }

  test('following sessions of a series move together by the same rule, and earlier sessions stay', async () => {
    const { seriesId, items, third } = await scheduleSixSessions()
    const to = { date: addDays(third.date, 1), startTime: '13:00', durationMinutes: 80 }
    const moved = await therapist.series.rescheduleFollowing({ sessionId: third.id, ...to, type: 'Couple' })
    expect(moved.seriesId).not.toBe(seriesId)
    expect(moved.items.map(({ id }) => id)).toEqual(items.slice(2).map(({ id }) => id))
    expect(moved.items.map(whenOf)).toEqual([0, 7, 14, 21].map((days) => `${addDays(to.date, days)} 13:00`))
    expect(moved.items.every((item) => item.type === 'Couple' && item.durationMinutes === 80)).toBe(true)
    expect((await rowsOf(seriesId)).map(({ date }) => date)).toEqual(items.slice(0, 2).map(({ date }) => date))
    expect(await eventsOn(moved.seriesId)).toMatchObject([{ action: 'series.rescheduled', details: { sessions: 4 } }])
  })

  test('a session restored after the others became another series moves with its following sessions', async () => {
    const { seriesId, second, fourth, fifth } = await scheduleSixSessions()
    await therapist.sessions.cancel({ sessionId: fourth.id })
    const at = { startTime: '15:00', durationMinutes: 50 }
    await therapist.series.rescheduleFollowing({ sessionId: second.id, date: addDays(second.date, 1), ...at })
    await therapist.sessions.restore({ sessionId: fourth.id })
    const to = { date: addDays(fourth.date, 3), startTime: '08:15', durationMinutes: 40 }
    const moved = await therapist.series.rescheduleFollowing({ sessionId: fourth.id, ...to })
    expect(moved.items).toMatchObject([{ id: fourth.id, ...to }])
    expect(moved.seriesId).not.toBe(seriesId)
    const undone = await therapist.series.undoReschedule({ seriesId: moved.seriesId })
    expect(undone).toMatchObject({ seriesId, items: [{ id: fourth.id, date: fourth.date, startTime: '09:00' }] })
    expect(await world.db.selectFrom('sessions').where('id', '=', fifth.id).select('start_time').execute()).toEqual([
      { start_time: '15:00:00' },
    ])
  })

  test('a first session moves with a session that was restored after the others became another series', async () => {
    const { first, second, sixth } = await scheduleSixSessions()
    await therapist.sessions.cancel({ sessionId: sixth.id })
    const at = { startTime: '16:30', durationMinutes: 50 }
    await therapist.series.rescheduleFollowing({ sessionId: second.id, date: second.date, ...at })
    await therapist.sessions.restore({ sessionId: sixth.id })
    const { items } = await therapist.series.rescheduleFollowing({
      sessionId: first.id,
      date: addDays(first.date, 2),
      ...at,
    })
    expect(items.map(whenOf)).toEqual([`${addDays(first.date, 2)} 16:30`, `${addDays(sixth.date, 2)} 16:30`])
  })

  test('a session whose date of the series is before the start moves with the following sessions', async () => {
    const { seriesId, first, second } = await scheduleSixSessions()
    await world.db
      .updateTable('sessions')
      .set({ series_date: addDays(first.date, -7) })
      .where('id', '=', first.id)
      .execute()
    const to = { date: addDays(first.date, 2), startTime: '11:45', durationMinutes: 45 }
    const moved = await therapist.series.rescheduleFollowing({ sessionId: first.id, ...to })
    // The series has a date without a session between the first session and the second one.
    expect(moved.items[0]).toMatchObject({ id: first.id, ...to })
    expect(moved.items.slice(1, 3).map(whenOf)).toEqual([14, 21].map((days) => `${addDays(to.date, days)} 11:45`))
    expect(await rowsOf(seriesId)).toEqual([])
    const later = { date: addDays(second.date, 30), startTime: '12:00', durationMinutes: 50 }
    expect((await therapist.series.rescheduleFollowing({ sessionId: second.id, ...later })).items).toHaveLength(5)
  })

  test('a repeated request moves the sessions once, and undo returns to the times before it', async () => {
    const { seriesId, items, second } = await scheduleSixSessions()
    const at = { date: addDays(second.date, 1), startTime: '14:00', durationMinutes: 50 }
    const to = { sessionId: second.id, requestId: randomUUID(), ...at }
    const moved = await therapist.series.rescheduleFollowing(to)
    expect(await therapist.series.rescheduleFollowing(to)).toEqual(moved)
    const undone = await therapist.series.undoReschedule({ seriesId: moved.seriesId })
    expect(undone.seriesId).toBe(seriesId)
    expect(undone.items.map(whenOf)).toEqual(items.slice(1).map(whenOf))
  })

  test('following sessions of a monthly series move to the new weekday of the month', async () => {
    const { second } = await scheduleSixSessions({ date: '2045-01-05', frequency: 'monthly' })
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

  test('held and canceled sessions stay when a series is moved, and individually moved sessions keep their time', async () => {
    const { seriesId, second, third, fourth, fifth } = await scheduleSixSessions()
    await world.db.updateTable('sessions').set({ status: 'completed' }).where('id', '=', third.id).execute()
    await therapist.sessions.cancel({ sessionId: fourth.id })
    const ownTime = { date: addDays(fifth.date, 2), startTime: '16:00', durationMinutes: 50 }
    await therapist.sessions.reschedule({ sessionId: fifth.id, ...ownTime })
    const to = { date: addDays(second.date, 1), startTime: '10:00', durationMinutes: 50 }
    const { items } = await therapist.series.rescheduleFollowing({ sessionId: second.id, ...to, type: 'Group' })
    expect(items.map(whenOf)).toEqual([`${to.date} 10:00`, `${ownTime.date} 16:00`, `${addDays(to.date, 28)} 10:00`])
    expect(items.every(({ type }) => type === 'Group')).toBe(true)
    const remaining = (await rowsOf(seriesId)).map(({ id, status, date }) => [id, status, date])
    expect(remaining.slice(1)).toEqual([
      [third.id, 'completed', third.date],
      [fourth.id, 'cancelled', fourth.date],
    ])
  })

  test('following sessions return to their exact times when several moves are undone', async () => {
    const { seriesId, first, third, fourth } = await scheduleSixSessions()
    await therapist.sessions.reschedule({
      sessionId: fourth.id,
      date: fourth.date,
      startTime: '15:00',
      durationMinutes: 30,
    })
    const before = await rowsOf(seriesId)
    const firstMove = await therapist.series.rescheduleFollowing({
      sessionId: first.id,
      date: addDays(first.date, 7),
      startTime: '10:00',
      durationMinutes: 50,
    })
    const secondMove = await therapist.series.rescheduleFollowing({
      sessionId: third.id,
      date: addDays(third.date, 14),
      startTime: '11:00',
      durationMinutes: 20,
      settingType: 'telehealth',
    })
    await therapist.series.undoReschedule({ seriesId: secondMove.seriesId })
    const undone = await therapist.series.undoReschedule({ seriesId: firstMove.seriesId })
    expect(undone.seriesId).toBe(seriesId)
    const withoutUpdateTime = (rows: typeof before) => rows.map((row) => ({ ...row, updated_at: null }))
    expect(withoutUpdateTime(await rowsOf(seriesId))).toEqual(withoutUpdateTime(before))
    await expect(therapist.series.undoReschedule({ seriesId: firstMove.seriesId })).rejects.toMatchObject({
      code: 'series_unchanged',
    })
  })

  test('sessions that were held after a move stay when the move is undone', async () => {
    const { seriesId, first, second } = await scheduleSixSessions()
    const to = { date: addDays(first.date, 1), startTime: '10:00', durationMinutes: 50 }
    const moved = await therapist.series.rescheduleFollowing({ sessionId: first.id, ...to })
    await world.db.updateTable('sessions').set({ status: 'completed' }).where('id', '=', second.id).execute()
    await therapist.series.undoReschedule({ seriesId: moved.seriesId })
    expect((await rowsOf(seriesId)).map(({ id }) => id)).not.toContain(second.id)
    expect(await therapist.sessions.get({ sessionId: second.id })).toMatchObject({ startTime: '10:00' })
  })

  test('following sessions are canceled and restored together, except sessions that were held or canceled before', async () => {
    const { items, second, third, fourth } = await scheduleSixSessions()
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

  test('canceled sessions are restored only in their own series', async () => {
    const one = await scheduleSixSessions()
    const other = await scheduleSixSessions()
    await therapist.sessions.cancel({ sessionId: other.first.id })
    const restored = therapist.series.restoreFollowing({ seriesId: one.seriesId, sessionIds: [other.first.id] })
    await expect(restored).rejects.toMatchObject({ code: 'series_unchanged' })
    const malformed = therapist.series.restoreFollowing({ seriesId: one.seriesId, sessionIds: ['x'] })
    await expect(malformed).rejects.toMatchObject({ code: 'session_missing' })
  })

  test('sessions of a series keep different dates if two moves run in parallel', async () => {
    const { items, first, second } = await scheduleSixSessions()
    const move = (sessionId: string, date: string, startTime: string) =>
      therapist.series.rescheduleFollowing({ sessionId, date, startTime, durationMinutes: 50 })
    const outcomes = await Promise.allSettled([
      move(first.id, addDays(first.date, 1), '10:00'),
      move(second.id, addDays(second.date, 2), '11:00'),
    ])
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
    const ids = items.map(({ id }) => id)
    const rows = await world.db.selectFrom('sessions').where('id', 'in', ids).selectAll().execute()
    const places = new Set(rows.map(({ series_id, series_date }) => `${series_id} ${series_date}`))
    expect(places.size).toBe(6)
  })

  describe.each(['rescheduleFollowing', 'cancelFollowing'] as const)('%s', (verb) => {
    const at = { date: '2040-01-01', startTime: '09:00', durationMinutes: 50 }
    const call = (api: Api, sessionId: string) => api.series[verb]({ sessionId, ...at })

    test(`${verb} rejects a session that belongs to no series`, async () => {
      const { id } = await therapist.sessions.schedule({ clientId, ...at, date: unusedThursday() })
      await expect(call(therapist, id)).rejects.toMatchObject({ code: 'series_missing' })
    })

    test.each(['completed', 'cancelled', 'recording'])(`${verb} rejects a session that is %s`, async (status) => {
      const { first } = await scheduleSixSessions()
      await world.db.updateTable('sessions').set({ status }).where('id', '=', first.id).execute()
      await expect(call(therapist, first.id)).rejects.toMatchObject({ code: 'session_not_scheduled' })
    })

    test.each(otherReaders)(`${verb} rejects the %s, who may only read the session`, async (role) => {
      const { first } = await scheduleSixSessions()
      await expect(call(clinic[role], first.id)).rejects.toMatchObject({ code: 'not_allowed' })
    })

    test.each(strangers)(`${verb} finds no session for the %s, who has no access to the session`, async (role) => {
      const { first } = await scheduleSixSessions()
      await expect(call(clinic[role], first.id)).rejects.toMatchObject({ code: 'session_missing' })
    })
  })
})
