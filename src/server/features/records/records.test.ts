import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildClient, buildDraftedNote, buildSession } from '#test/build.ts'
import { buildClinic, type Clinic, otherReaders, strangers } from '#test/clinic.ts'
import { buildPsychotherapyNote } from '#test/psychotherapy-note.ts'
import { buildSigner, sign } from '#test/signing.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let clinic: Clinic
beforeAll(async () => {
  world = await createWorld()
  clinic = await buildClinic(world)
})
afterAll(() => world.close())

let clientId = ''
let sessionIds: string[] = []
beforeEach(async () => {
  clientId = (await buildClient(world, { therapistId: clinic.therapistId, firstName: 'Ada', lastName: 'Moss' })).id
  sessionIds = []
  for (const date of ['2026-03-02', '2026-03-09', '2026-03-16']) {
    const { id } = await buildSession(world, { clientId, date })
    await buildDraftedNote(world, { sessionId: id })
    sessionIds.unshift(id)
  }
})

const clientMissing = { code: 'client_missing', status: 404 }
const eventsAbout = () =>
  world.db
    .selectFrom('audit_events')
    .select(['action', 'resource_id', 'actor_id'])
    .where('client_id', '=', clientId)
    .where('action', 'in', ['client.read', 'session.listed', 'note.read'])
    .execute()

describe("a client's record", () => {
  test('a client’s record has the newest sessions first, with the text of their notes', async () => {
    const { client, sessions, hasMore } = await clinic.therapist.records.get({ clientId })
    expect(client).toMatchObject({ id: clientId, firstName: 'Ada', sessionCount: 3 })
    expect(sessions.map(({ id }) => id)).toEqual(sessionIds)
    expect(hasMore).toBe(false)
    const { note } = await clinic.therapist.notes.get({ sessionId: sessionIds[0] ?? '' })
    expect(sessions[0]).toMatchObject({ date: '2026-03-16', startTime: '09:00', endTime: '09:50', contact: 'session' })
    expect(sessions[0]?.note).toEqual({
      noteType: note.noteType,
      status: 'draft',
      version: 1,
      updatedAt: note.updatedAt,
      sections: note.sections.map(({ title, content }) => ({ title, content })),
      signatures: [],
      addenda: [],
    })
  })

  test('a client’s record omits appointments, and notes without a version', async () => {
    await buildSession(world, { clientId, date: '2026-04-01', status: 'scheduled' })
    const { id } = await buildSession(world, { clientId, date: '2026-03-30', status: 'processing' })
    const { sessions } = await clinic.therapist.records.get({ clientId })
    expect(sessions.map((session) => session.id)).toEqual([id, ...sessionIds])
    expect(sessions[0]?.note).toBeNull()
  })

  test('a client’s record contains the signed note of a no-show, but no no-show without a note', async () => {
    const signer = await buildSigner(world)
    const { clientId: client } = signer
    const sessionId = await signer.draft()
    await buildSession(world, { clientId: client, date: '2026-03-01' })
    await world.db
      .updateTable('sessions')
      .set({ status: 'no-show', contact: 'no-show', source: 'written' })
      .where('client_id', '=', client)
      .execute()
    await sign(signer.api, sessionId)
    const record = await signer.api.records.get({ clientId: client })
    expect(record.sessions).toMatchObject([{ id: sessionId, status: 'no-show', note: { status: 'signed' } }])
    expect(record.client.sessionCount).toBe(0)
    const withNote = await signer.api.sessions.listForClient({ clientId: client, which: 'with note' })
    expect(withNote).toMatchObject({ items: [{ id: sessionId }], total: 1 })
    expect((await signer.api.sessions.listForClient({ clientId: client, which: 'held' })).total).toBe(0)
  })

  test('a client’s record is returned in pages', async () => {
    const first = await clinic.therapist.records.get({ clientId, limit: 2 })
    const second = await clinic.therapist.records.get({ clientId, limit: 2, page: 2 })
    const third = await clinic.therapist.records.get({ clientId, limit: 2, page: 3 })
    expect([...first.sessions, ...second.sessions].map(({ id }) => id)).toEqual(sessionIds)
    expect([first.hasMore, second.hasMore, third.hasMore]).toEqual([true, false, false])
    expect(third.sessions).toEqual([])
  })

  test.each([{ limit: 51 }, { limit: 0 }, { page: 0 }, { page: 10_001 }])(
    'rejects a request for the page %o of a client’s record',
    async (page) => {
      await expect(clinic.therapist.records.get({ clientId, ...page })).rejects.toMatchObject({ status: 422 })
    },
  )

  test('a client’s record contains signatures and addenda, but no superseded signatures and no psychotherapy notes', async () => {
    const signer = await buildSigner(world)
    const sessionId = await signer.draft()
    await buildPsychotherapyNote(world, { clientId: signer.clientId, authorId: signer.userId, marker: 'Wexford' })
    await sign(signer.api, sessionId)
    await signer.api.signatures.unlock({ sessionId, reason: 'A word was missing.' })
    await sign(signer.api, sessionId)
    await signer.api.signatures.addAddendum({
      sessionId,
      kind: 'correction',
      text: 'The session began at 9:10.',
      reason: 'Wrong time',
      eventDate: null,
    })
    const record = await signer.api.records.get({ clientId: signer.clientId })
    const { signatures, addenda } = await signer.api.signatures.get({ sessionId })
    expect(signatures).toHaveLength(2)
    expect(record.sessions[0]?.note).toMatchObject({
      status: 'signed',
      signatures: [{ role: 'author', credentials: 'LCSW', signedAt: signatures[1]?.signedAt }],
      addenda: [{ number: 1, kind: 'correction', text: 'The session began at 9:10.', signedAt: addenda[0]?.signedAt }],
    })
    expect(JSON.stringify(record)).not.toContain('Wexford')
  })
})

describe('access to a record', () => {
  test.each(otherReaders)(
    'the %s can read a client’s record, and the audit trail has an event for each note',
    async (role) => {
      const { sessions } = await clinic[role].records.get({ clientId, limit: 2 })
      expect(sessions).toHaveLength(2)
      const events = await eventsAbout()
      expect(events.map(({ action }) => action).toSorted()).toEqual([
        'client.read',
        'note.read',
        'note.read',
        'session.listed',
      ])
      const read = events.filter(({ action }) => action === 'note.read').map((event) => event.resource_id)
      expect(new Set(read)).toEqual(new Set(sessionIds.slice(0, 2)))
    },
  )

  test.each(strangers)('rejects the %s who requests a client’s record, and audits no reading', async (role) => {
    await expect(clinic[role].records.get({ clientId })).rejects.toMatchObject(clientMissing)
    expect(await eventsAbout()).toEqual([])
  })

  test('rejects anonymous callers who request a client’s record', async () => {
    await expect(clinic.anonymous.records.get({ clientId })).rejects.toMatchObject({ code: 'not_signed_in' })
  })
})
