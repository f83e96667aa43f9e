import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildClient, buildDraftedNote, buildSession, buildTranscript } from '#test/build.ts'
import { buildClinic, type Clinic, otherReaders, strangers } from '#test/clinic.ts'
import { openWorkerServices } from '#test/jobs.ts'
import { createWorld, type World } from '#test/world.ts'
import { latestNoteQuery } from './store.ts'

let world: World
let clinic: Clinic
beforeAll(async () => {
  world = await createWorld()
  clinic = await buildClinic(world)
})
afterAll(() => world.close())

let clientId = ''
beforeEach(async () => {
  clientId = (await buildClient(world, { therapistId: clinic.therapistId })).id
})

const previous = () => clinic.therapist.notes.previous({ clientId })

/** Creates a session whose note begins with this text. */
async function writeNote(text: string, session: { date?: string; startTime?: string; status?: string } = {}) {
  const { id } = await buildSession(world, { clientId, ...(session.date && { date: session.date }) })
  const sections = ['Subjective', 'Objective', 'Assessment', 'Plan'].map((title, at) => ({
    title,
    content: at === 0 ? text : at === 3 ? 'Ada will keep a sleep diary.' : 'Not discussed in this session.',
    statements: [],
  }))
  const written = { state: 'ready', version: 1, sections: JSON.stringify(sections) }
  await world.db.updateTable('notes').set(written).where('session_id', '=', id).execute()
  const times = { start_time: session.startTime ?? '09:00', status: session.status ?? 'completed' }
  await world.db.updateTable('sessions').set(times).where('id', '=', id).execute()
  return id
}

describe('the previous session', () => {
  test('the previous session is summarized in a few lines of its note', async () => {
    const id = await writeNote('Ada slept badly.\nShe argued with her sister.', { date: '2026-02-20' })
    expect(await previous()).toEqual({
      session: { id, date: '2026-02-20', noteType: 'SOAP' },
      summary: ['Ada slept badly.', 'She argued with her sister.'],
      focusAreas: ['Ada will keep a sleep diary.'],
    })
  })

  test('the previous session is summarized by supported statements if its note was drafted', async () => {
    const { id } = await buildSession(world, { clientId })
    await buildTranscript(world, { sessionId: id })
    await buildDraftedNote(world, { sessionId: id })
    expect(await previous()).toMatchObject({
      session: { id },
      summary: ['Client reports: “I wake up at three.”'],
      focusAreas: [],
    })
  })

  test('the previous session is the newest by date and start time', async () => {
    await writeNote('The day before.', { date: '2026-03-01', startTime: '17:00' })
    await writeNote('In the afternoon.', { date: '2026-03-02', startTime: '15:00' })
    await writeNote('In the morning.', { date: '2026-03-02', startTime: '08:00' })
    expect((await previous()).summary).toEqual(['In the afternoon.'])
  })

  test('the previous session is the newest one whose note has text, even if a later draft of that note failed', async () => {
    const id = await writeNote('The older one.', { date: '2026-02-01' })
    await buildSession(world, { clientId, date: '2026-03-01' })
    expect((await previous()).session?.id).toBe(id)
    await world.db.updateTable('notes').set({ state: 'failed' }).where('session_id', '=', id).execute()
    expect((await previous()).summary).toEqual(['The older one.'])
  })

  test.each(['recording', 'cancelled'])('the previous session is never a session with status %s', async (status) => {
    await writeNote('The one before.', { date: '2026-02-01' })
    await writeNote('Written meanwhile.', { date: '2026-03-01', status })
    expect((await previous()).summary).toEqual(['The one before.'])
  })

  test('the previous session skips the session that the request names', async () => {
    const before = await writeNote('The one before.', { date: '2026-02-01' })
    const exceptSessionId = await writeNote('Just recorded.', { date: '2026-03-01' })
    expect((await previous()).session?.id).toBe(exceptSessionId)
    const previousOne = await clinic.therapist.notes.previous({ clientId, exceptSessionId })
    expect(previousOne).toMatchObject({ session: { id: before }, summary: ['The one before.'] })
    const malformed = clinic.therapist.notes.previous({ clientId, exceptSessionId: 'no-such-session' })
    await expect(malformed).rejects.toMatchObject({ code: 'session_not_found', status: 404 })
  })

  test('a client without notes has no previous session', async () => {
    expect(await previous()).toEqual({ session: null, summary: [], focusAreas: [] })
  })

  test('the previous session is never a session of another client', async () => {
    await writeNote('Of the other client.')
    clientId = (await buildClient(world, { therapistId: clinic.therapistId })).id
    expect((await previous()).session).toBeNull()
  })
})

test('all users who may see the client can read the previous session, and others are rejected', async () => {
  const id = await writeNote('Ada slept badly.')
  for (const role of ['therapist', ...otherReaders] as const)
    expect((await clinic[role].notes.previous({ clientId })).session?.id).toBe(id)
  for (const role of strangers)
    await expect(clinic[role].notes.previous({ clientId })).rejects.toMatchObject({
      code: 'client_missing',
      status: 404,
      message: 'Client not found',
    })
  await expect(clinic.anonymous.notes.previous({ clientId })).rejects.toMatchObject({ code: 'not_signed_in' })
  const nonsense = clinic.therapist.notes.previous({ clientId: 'no-such-client' })
  await expect(nonsense).rejects.toMatchObject({ code: 'client_missing' })
})

test('reading the summary of the previous session is audited as reading the note', async () => {
  const id = await writeNote('Ada slept badly.')
  await previous()
  const events = world.db.selectFrom('audit_events').selectAll().where('resource_id', '=', id)
  expect(await events.execute()).toMatchObject([
    { action: 'note.read', resource_type: 'note', actor_id: clinic.therapistId, client_id: clientId },
  ])
})

test('the query for the previous session uses an index and sorts nothing', async () => {
  await sql`insert into sessions (organization_id, therapist_id, client_id, date, start_time, end_time, status)
    select organization_id, therapist_id, id, date '2020-01-01' + n % 900, '09:00', '09:50', 'completed'
    from clients, generate_series(1, 4000) n where clients.id = ${clientId}`.execute(world.db)
  await sql`insert into notes (organization_id, therapist_id, client_id, session_id, session_date, state, version)
    select organization_id, therapist_id, client_id, id, date, 'ready', 1 from sessions where client_id = ${clientId}`.execute(
    world.db,
  )
  await sql`analyze sessions, notes`.execute(world.db)
  const worker = await openWorkerServices(world)
  const plan = await worker.services.tenant.asUser(clinic.therapistId, (db) =>
    latestNoteQuery(db, clientId, null).explain('text'),
  )
  await worker.close()
  const text = JSON.stringify(plan)
  expect(text).toContain('sessions_of_client')
  expect(text).not.toMatch(/Sort|Seq Scan/)
  expect((await previous()).session).not.toBeNull()
})
