import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectAs, refused } from '#test/isolation/as-role.ts'
import { buildRecord, type ClientRecord } from '#test/authorization/records.ts'
import { buildClient, buildMember } from '#test/build.ts'
import { buildTherapistWithClient, type Clinic, otherReaders, strangers } from '#test/clinic.ts'
import { viewAs } from '#test/viewing.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

// Noon in Berlin. The therapist's time zone is that of Berlin.
const now = new Date('2026-11-19T11:00:00Z')

let world: World
let clinic: Clinic
let therapist: Api
let record: ClientRecord
let otherId: string

beforeAll(async () => {
  world = await createWorld({ providers: { clock: () => now } })
  ;({ clinic, therapist } = await buildTherapistWithClient(world, 'Europe/Berlin'))
})
afterAll(() => world.close())
beforeEach(async () => {
  record = await buildRecord(world, clinic)
  const named = { therapistId: clinic.therapistId, organizationId: clinic.organizationId, firstName: 'Quilla' }
  ;({ id: otherId } = await buildClient(world, named))
})

const facts = {
  date: '2026-03-05',
  startTime: '10:05',
  endTime: '10:45',
  type: 'Family',
  settingType: 'in-person',
  contact: 'session',
} as const
type Change = Partial<Parameters<Api['corrections']['correct']>[0]>
const correct = (change: Change = {}, api = therapist) =>
  api.corrections.correct({ ...facts, sessionId: record.sessionId, clientId: record.clientId, ...change })

const rowsOf = async (table: 'sessions' | 'notes' | 'uploads', column: 'id' | 'session_id', id: string) =>
  (
    await sql<Record<string, unknown>>`select * from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(
      world.db,
    )
  ).rows
const actionsOf = async (clientId: string) =>
  (await world.db.selectFrom('audit_events').where('client_id', '=', clientId).select('action').execute()).map(
    ({ action }) => action,
  )
const setNote = (values: { status: string }) =>
  world.db.updateTable('notes').set(values).where('session_id', '=', record.sessionId).execute()

describe('correcting a session', () => {
  test('correcting a session changes its date, times, setting and type, its note and its place in the lists', async () => {
    expect(await correct()).toMatchObject({
      date: '2026-03-05',
      startTime: '10:05',
      endTime: '10:45',
      type: 'Family',
    })
    expect(await rowsOf('notes', 'session_id', record.sessionId)).toMatchObject([{ session_date: '2026-03-05' }])
    const { items } = await therapist.notes.list({ search: record.marker, from: '2026-03-05', to: '2026-03-05' })
    expect(items.map(({ sessionId }) => sessionId)).toEqual([record.sessionId])
    expect(await actionsOf(record.clientId)).toContain('session.corrected')
  })

  test('the audit event of a correction has the former and the new value of what changed', async () => {
    await correct()
    await correct({ settingType: 'telehealth' })
    const rows = await world.db
      .selectFrom('audit_events')
      .where('client_id', '=', record.clientId)
      .where('action', '=', 'session.corrected')
      .select('details')
      .orderBy('seq')
      .execute()
    const times = '2026-03-05 10:05-10:45'
    expect(rows.map(({ details }) => details)).toEqual([
      expect.objectContaining({ from: '2026-03-02 09:00-09:50', to: times, type: 'changed' }),
      { from: times, to: times, from_setting: 'in-person', to_setting: 'telehealth' },
    ])
  })

  test('a repeated correction, which changes nothing, adds no audit event', async () => {
    await correct()
    expect(await correct()).toMatchObject({ startTime: '10:05' })
    expect((await actionsOf(record.clientId)).filter((action) => action === 'session.corrected')).toHaveLength(1)
  })

  test('a correction turns a written session into a no-show, and back', async () => {
    const written = { ...facts, clientId: record.clientId, noteType: 'SOAP' } as const
    const { sessionId } = await therapist.sessions.write(written)
    expect(await correct({ sessionId, contact: 'no-show' })).toMatchObject({ status: 'no-show' })
    expect(await correct({ sessionId, contact: 'phone call' })).toMatchObject({ status: 'completed' })
  })

  test('rejects correcting a recorded session into a no-show', async () => {
    await expect(correct({ contact: 'no-show' })).rejects.toMatchObject({
      code: 'contact_recorded',
      message: 'This session has a recording or transcript, so it took place.',
    })
  })

  test.each([
    ['a date in the future', { date: '2026-11-20' }, 'session_in_future'],
    ['an end at the start', { endTime: '10:05' }, 'input_invalid'],
  ])('rejects correcting a session with %s', async (_, change, code) => {
    await expect(correct(change)).rejects.toMatchObject({ code })
  })

  test('rejects correcting an appointment, which is rescheduled instead', async () => {
    await expect(correct({ sessionId: record.scheduledSessionId })).rejects.toMatchObject({
      code: 'session_not_held',
      message: 'This session has not taken place. Reschedule or cancel it in the calendar.',
    })
  })

  test('rejects correcting a session while it is recorded or processed, and while its job is queued', async () => {
    const busy = {
      code: 'session_busy',
      message: 'This session is being recorded or processed. Change it when it is ready.',
    }
    await expect(correct({ sessionId: record.liveSessionId })).rejects.toMatchObject(busy)
    await sql`insert into pgboss.job (name, data) values ('insights.analyze', ${JSON.stringify({ sessionId: record.sessionId })})`.execute(
      world.db,
    )
    await expect(correct()).rejects.toMatchObject(busy)
  })

  test.each(['awaiting_cosign', 'signed'])('rejects correcting a session whose note is %s', async (status) => {
    await setNote({ status })
    await expect(correct()).rejects.toMatchObject({ code: 'note_signed' })
    expect(await rowsOf('sessions', 'id', record.sessionId)).toMatchObject([{ date: '2026-03-02' }])
  })

  test('rejects correcting a session after a superseded signature, because the signature covers the session’s facts', async () => {
    await sign(record.sessionId)
    await expect(correct()).rejects.toMatchObject({
      code: 'session_was_signed',
      message:
        'The note of this session was signed before, so the session stays as it is. Add an addendum after you sign again.',
    })
  })

  test.each(otherReaders)('the %s cannot correct the session', async (role) => {
    await expect(correct({}, clinic[role])).rejects.toMatchObject({ code: 'not_allowed' })
  })

  test.each(strangers)('the %s cannot find another therapist’s session to correct', async (role) => {
    await expect(correct({}, clinic[role])).rejects.toMatchObject({ code: 'session_missing' })
  })

  test('the next therapist cannot correct the session after a transfer', async () => {
    const { userId } = await buildMember(world, { organizationId: clinic.organizationId })
    await world.db.updateTable('sessions').set({ status: 'failed' }).where('id', '=', record.liveSessionId).execute()
    await clinic.owner.clients.transfer({ clientId: record.clientId, therapistId: userId, mayStayUnsigned: true })
    await expect(correct({}, await world.as(userId))).rejects.toMatchObject({
      code: 'note_of_other',
      message: expect.stringContaining('This session was held by Robin Hale.'),
    })
  })

  test('the owner cannot correct the session while viewing as the therapist', async () => {
    const { userId } = await buildMember(world, { organizationId: clinic.organizationId, role: 'owner' })
    const viewer = await viewAs(world, userId, clinic.therapistId)
    await expect(correct({}, viewer)).rejects.toMatchObject({ code: 'viewing_read_only' })
  })
})

describe('moving a session to another client', () => {
  test('moving a session moves its note, upload and corrected words, and is shown in the trails of both clients', async () => {
    await world.db
      .updateTable('uploads')
      .set({ session_id: record.sessionId })
      .where('id', '=', record.uploadId)
      .execute()
    expect(await correct({ clientId: otherId })).toMatchObject({ clientId: otherId })
    expect(await rowsOf('notes', 'session_id', record.sessionId)).toMatchObject([{ client_id: otherId }])
    expect(await rowsOf('uploads', 'session_id', record.sessionId)).toMatchObject([{ client_id: otherId }])
    expect((await therapist.notes.list({ search: 'Quilla' })).items).toMatchObject([{ sessionId: record.sessionId }])
    expect(await therapist.notes.get({ sessionId: record.sessionId })).toMatchObject({
      client: { firstName: 'Quilla' },
    })
    expect((await therapist.notes.versions({ sessionId: record.sessionId })).items).toHaveLength(2)
    expect((await therapist.clients.get({ clientId: otherId })).sessionCount).toBe(1)
    expect(await actionsOf(record.clientId)).toContain('session.moved_away')
    expect(await actionsOf(otherId)).toContain('session.moved_here')
  })

  test('a correction that is based on older data changes nothing: the session stays with its new client', async () => {
    const seen = {
      clientId: record.clientId,
      date: '2026-03-02',
      startTime: '09:00',
      endTime: '09:50',
      type: 'Individual',
      settingType: 'telehealth',
      contact: 'session',
    } as const
    const move = { before: seen, ...seen, clientId: otherId }
    expect(await correct(move)).toMatchObject({ clientId: otherId })
    const changed = {
      code: 'session_changed',
      status: 409,
      message:
        'This session was corrected elsewhere in the meantime. Open “Correct session” again to see its current data.',
    }
    await expect(correct({ before: seen, ...seen, endTime: '10:20' })).rejects.toMatchObject(changed)
    expect(await rowsOf('notes', 'session_id', record.sessionId)).toMatchObject([{ client_id: otherId }])
    // The same request after a lost response succeeds.
    expect(await correct(move)).toMatchObject({ clientId: otherId, endTime: '09:50' })
    const moved = { ...seen, clientId: otherId }
    await correct({ before: moved, ...moved, type: 'Couples' })
    for (const stale of [
      { type: 'Family' },
      { settingType: 'in-person' },
      { date: '2026-03-03' },
      { startTime: '08:15' },
    ] as const)
      await expect(correct({ before: moved, ...moved, ...stale })).rejects.toMatchObject(changed)
    expect(await rowsOf('sessions', 'id', record.sessionId)).toMatchObject([
      { client_id: otherId, type: 'Couples', setting_type: 'telehealth', date: '2026-03-02' },
    ])
  })

  test('moving a session back undoes the move', async () => {
    const before = await rowsOf('sessions', 'id', record.sessionId)
    await correct({ clientId: otherId })
    await correct({
      ...facts,
      date: '2026-03-02',
      startTime: '09:00',
      endTime: '09:50',
      type: 'Individual',
      settingType: 'telehealth',
    })
    const after = await rowsOf('sessions', 'id', record.sessionId)
    expect(after).toEqual(before.map((row) => ({ ...row, updated_at: expect.any(Date) })))
  })

  test('moving a session takes it out of the series of the former client', async () => {
    const { scheduledSessionId: sessionId } = record
    await world.db.updateTable('sessions').set({ status: 'completed' }).where('id', '=', sessionId).execute()
    await correct({ sessionId })
    expect(await rowsOf('sessions', 'id', sessionId)).toMatchObject([{ series_id: record.seriesId }])
    await correct({ sessionId, clientId: otherId })
    expect(await rowsOf('sessions', 'id', sessionId)).toMatchObject([{ series_id: null, series_date: null }])
  })

  test('rejects moving a session to a client of another therapist or organization, or to an unknown one', async () => {
    const { userId } = await buildMember(world, { organizationId: clinic.organizationId })
    const colleagues = await buildClient(world, { therapistId: userId, organizationId: clinic.organizationId })
    const elsewhere = await buildClient(world, { therapistId: clinic.therapistId, organizationId: null })
    for (const clientId of [colleagues.id, elsewhere.id, '00000000-0000-4000-8000-00000000dead', 'no-such-thing'])
      await expect(correct({ clientId })).rejects.toMatchObject({ code: 'client_missing' })
  })

  test('moving a session sends no notice, even after a transfer, because no other therapist has access to either client', async () => {
    const { userId } = await buildMember(world, { organizationId: clinic.organizationId })
    const { id } = await buildClient(world, { therapistId: userId, organizationId: clinic.organizationId })
    await clinic.owner.clients.transfer({ clientId: id, therapistId: clinic.therapistId })
    const count = () => world.db.selectFrom('notices').select(world.db.fn.countAll<number>().as('count')).execute()
    const before = await count()
    expect(await correct({ clientId: id })).toMatchObject({ clientId: id })
    expect(await count()).toEqual(before)
    const former = await world.as(userId)
    for (const clientId of [id, record.clientId])
      await expect(former.clients.get({ clientId })).rejects.toMatchObject({ code: 'client_missing' })
    await expect(former.notes.get({ sessionId: record.sessionId })).rejects.toMatchObject({ code: 'session_missing' })
  })

  test('rejects moving a session to an archived client', async () => {
    await therapist.clients.archive({ clientId: otherId })
    await expect(correct({ clientId: otherId })).rejects.toMatchObject({ code: 'client_archived' })
  })
})

describe('in the database', () => {
  const call = (sessionId: string, clientId: string) =>
    [
      `select app.correct_session($1, $2, '2026-03-05', '10:00', '10:50', 'Family', 'in-person', 'session') as refusal`,
      [sessionId, clientId],
    ] as const

  test('only the therapist of both clients can move a session', async () => {
    const web = await connectAs(world, 'app_web')
    const { userId } = await buildMember(world, { organizationId: clinic.organizationId })
    const colleagues = await buildClient(world, { therapistId: userId, organizationId: clinic.organizationId })
    const refusalFor = async (caller: string, clientId: string) =>
      (await web.as(caller, call(record.sessionId, clientId))).rows[0]
    expect(await refusalFor(clinic.therapistId, otherId)).toEqual({ refusal: null })
    expect(await refusalFor(clinic.therapistId, colleagues.id)).toEqual({ refusal: 'client_missing' })
    expect(await refusalFor(userId, colleagues.id)).toEqual({ refusal: 'session_missing' })
    expect(await web.outcome(null, call(record.sessionId, otherId))).toBe('28000')
    await web.close()
  })

  test('the roles of the application cannot move a session by other means', async () => {
    const web = await connectAs(world, 'app_web')
    const worker = await connectAs(world, 'app_worker')
    const mine = `set_config('app.session_to_change', '${record.sessionId}', true)`
    for (const table of ['sessions', 'notes']) {
      const change = `update ${table} set client_id = '${otherId}'`
      expect(await web.outcome(clinic.therapistId, `select ${mine}`, change)).toBe(refused)
      expect(await worker.outcome(clinic.therapistId, `select ${mine}`, change)).toBe(refused)
    }
    expect(await worker.outcome(clinic.therapistId, call(record.sessionId, otherId))).toBe(refused)
    expect(await web.outcome(clinic.therapistId, ['select app.take_session($1)', [record.sessionId]])).toBe(refused)
    await web.close()
    await worker.close()
  })
})

/** Inserts a signature of the newest version, as if the note was signed and unlocked. */
async function sign(sessionId: string): Promise<void> {
  await world.db
    .insertInto('note_signatures')
    .values({
      session_id: sessionId,
      organization_id: clinic.organizationId,
      version: 2,
      role: 'author',
      signer_id: clinic.therapistId,
      signer_name: 'Robin Hale',
      credentials: 'LCSW',
      license_number: '',
      license_state: '',
      time_zone: 'Europe/Berlin',
      attestation_text: 'Accurate.',
      auth_method: 'password',
      content_sha256: '0',
    })
    .execute()
}
