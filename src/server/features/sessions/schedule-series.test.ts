import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { addDays } from '#shared/rules/calendar.ts'
import { buildClient } from '#test/build.ts'
import { otherReaders, strangers } from '#test/clinic.ts'
import { createSeriesHarness, type NewSeries, whenOf } from '#test/series.ts'

const { world, clinic, therapist, clientId, unusedThursday, schedule, rowsOf, calendarOn, eventsOn } =
  await createSeriesHarness()
afterAll(() => world.close())

describe('scheduling a series', () => {
  test('scheduling a series creates one session for each date, in the client’s organization', async () => {
    const date = unusedThursday()
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

  test('a scheduled series is audited once for the series and once for each session', async () => {
    const { seriesId, items } = await schedule()
    expect(await eventsOn(seriesId)).toEqual([
      { action: 'series.scheduled', client_id: clientId, details: { frequency: 'weekly', sessions: 4 } },
    ])
    for (const { id } of items) expect(await eventsOn(id)).toMatchObject([{ action: 'session.scheduled' }])
  })

  test('scheduling a series skips dates, adds the same number at the end, and moves the time of single dates', async () => {
    const date = unusedThursday()
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

  test('scheduling a series with an end date creates no session after that date', async () => {
    const date = unusedThursday()
    const { items } = await schedule({ date, frequency: 'every-2-weeks', ends: { until: addDays(date, 30) } })
    expect(items.map((item) => item.date)).toEqual([date, addDays(date, 14), addDays(date, 28)])
  })

  test('a series keeps the local time across clock changes', async () => {
    const { items } = await schedule({ date: '2029-10-18', frequency: 'monthly', ends: { count: 7 } })
    expect(new Set(items.map(({ startTime }) => startTime))).toEqual(new Set(['09:00']))
  })

  test('scheduling a series with a repeated request creates one series, even in parallel', async () => {
    const request = { date: unusedThursday(), requestId: randomUUID() }
    const results = await Promise.all([schedule(request), schedule(request), schedule(request)])
    results.push(await schedule(request))
    expect(new Set(results.map(({ seriesId }) => seriesId)).size).toBe(1)
    expect(new Set(results.map(({ items }) => items.length))).toEqual(new Set([4]))
    expect(await calendarOn([request.date])).toHaveLength(1)
  })

  test('scheduling a series with the request id of another user creates another series', async () => {
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
    ['a malformed requestId', { requestId: 'again' }, 'input_invalid'],
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
  ] satisfies [string, NewSeries, string][])(
    'scheduling a series rejects %s and schedules nothing',
    async (_, values, code) => {
      await expect(schedule(values)).rejects.toMatchObject({ code })
      expect(await calendarOn(['2029-03-01', '2029-03-08'])).toEqual([])
    },
  )

  test('scheduling a series rejects archived clients', async () => {
    const archived = await buildClient(world, { therapistId: clinic.therapistId, status: 'archived' })
    await expect(schedule({ clientId: archived.id })).rejects.toMatchObject({ code: 'client_archived' })
  })

  test.each(otherReaders)('scheduling a series rejects the %s, who may only read the client’s record', async (role) => {
    await expect(schedule({}, clinic[role])).rejects.toMatchObject({ code: 'not_allowed' })
  })

  test.each(strangers)(
    'scheduling a series finds no client for the %s, who has no access to the client',
    async (role) => {
      await expect(schedule({}, clinic[role])).rejects.toMatchObject({ code: 'client_missing' })
    },
  )
})

describe('the overlap check', () => {
  test('the overlap check lists the caller’s sessions on the dates and adjacent days, without canceled sessions', async () => {
    const date = unusedThursday()
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

  test.each([...otherReaders, ...strangers])(
    'the overlap check shows the %s no sessions of other therapists',
    async (role) => {
      const { items } = await schedule()
      expect(
        await calendarOn(
          items.map(({ date }) => date),
          clinic[role],
        ),
      ).toEqual([])
    },
  )
})
