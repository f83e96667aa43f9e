import { afterAll, describe, expect, test } from 'vitest'
import { addDays } from '#shared/rules/calendar.ts'
import { buildClient, buildMember } from '#test/build.ts'
import { createSeriesHarness } from '#test/series.ts'

const { world, clinic, therapist, schedule, rowsOf } = await createSeriesHarness()
afterAll(() => world.close())

describe('one session of a series', () => {
  test('one session of a series moves without the others, and can get another length, type and setting', async () => {
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

  test('one session of a series is canceled and restored without the others', async () => {
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

describe('calendar files of a series', () => {
  const unfolded = (content: string) => content.replaceAll('\r\n ', '').split('\r\n')
  const recurrence = (content: string) =>
    unfolded(content).filter((line) => /^(UID|RRULE:FREQ=(WEEKLY|MONTHLY)|EXDATE|RECURRENCE-ID)/.test(line))

  test('calendar files contain the whole current series, regardless of which session is exported', async () => {
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

  test('calendar files contain both parts of a split series, and a held session as its own event', async () => {
    const { seriesId, items } = await schedule({ date: '2028-05-04' })
    const [, second, third] = items
    await world.db
      .updateTable('sessions')
      .set({ status: 'completed' })
      .where('id', '=', third?.id ?? '')
      .execute()
    const at = { date: '2028-05-12', startTime: '10:00', durationMinutes: 50 }
    const moved = await therapist.series.rescheduleFollowing({ sessionId: second?.id ?? '', ...at })
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

describe('a transferred client', () => {
  test('the series of a transferred client move to the next therapist, who can reschedule them', async () => {
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
