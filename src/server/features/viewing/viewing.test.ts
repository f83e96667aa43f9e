// Over 400 lines: everything that a supervisor can view and do is tested in one clinic.
import { sql } from 'kysely'
import { afterAll, beforeEach, beforeAll, describe, expect, test } from 'vitest'
import { buildPersonas, type Personas, type Person } from '#test/authorization/personas.ts'
import { buildClient, buildMember, buildOrganization, buildSession, buildUser } from '#test/build.ts'
import { whileExecuting } from '#test/lock-waits.ts'
import { viewAs } from '#test/viewing.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

let world: World
let personas: Personas

beforeAll(async () => {
  world = await createWorld()
  personas = await buildPersonas(world)
})
afterAll(() => world.close())
beforeEach(() => world.db.deleteFrom('viewings').execute())

const notAllowed = { code: 'viewing_not_allowed' }
const readOnly = { code: 'viewing_read_only' }

async function eventsOf(userId: string, action: string) {
  return await world.db
    .selectFrom('audit_events')
    .where('actor_id', '=', userId)
    .where('action', 'like', action)
    .select(['action', 'resource_id', 'organization_id', 'details'])
    .orderBy('seq')
    .execute()
}

describe('permission to view as another user', () => {
  const clinic = ['therapist', 'colleague', 'supervisor', 'otherSupervisor', 'admin', 'owner'] as const
  const others = ['noOrganization', 'otherOwner', 'platformAdmin', 'deactivated'] as const
  const members = (...without: readonly Person[]) => clinic.filter((person) => !without.includes(person))
  const rights: Partial<Record<Person, readonly Person[]>> = {
    noOrganization: [],
    therapist: [],
    colleague: [],
    supervisor: ['therapist'],
    otherSupervisor: ['colleague'],
    admin: members('admin'),
    owner: members('owner'),
    otherOwner: [],
    platformAdmin: [],
  }

  test.each(Object.entries(rights))(
    'the persona %s can view only as the permitted users, and the list offers the same users',
    async (viewer, viewable) => {
      const viewerId = Reflect.get(personas.ids, viewer)
      const api = await world.as(viewerId)
      const allowed: string[] = []
      for (const person of [...clinic, ...others]) {
        const outcome = await api.viewing.start({ userId: personas.ids[person] }).then(
          () => 'ok',
          (error: { code: string }) => error.code,
        )
        expect([person, outcome]).toEqual([person, viewable.includes(person) ? 'ok' : 'viewing_not_allowed'])
        if (outcome === 'ok') allowed.push(personas.ids[person])
        await api.viewing.stop()
      }
      // In addition, the list of the other clinic's owner has the therapist of that clinic.
      const { items, total } = await api.viewing.people({})
      const offered = items.map((item) => item.userId).filter((id) => id !== personas.otherTherapist)
      expect(offered.toSorted()).toEqual(allowed.toSorted())
      expect(total).toBe(viewer === 'otherOwner' ? 1 : allowed.length)
    },
  )

  test('anonymous callers cannot view as anyone', async () => {
    await expect(world.anonymous.viewing.start({ userId: personas.ids.therapist })).rejects.toMatchObject({
      code: 'not_signed_in',
    })
    await expect(world.anonymous.viewing.people({})).rejects.toMatchObject({ code: 'not_signed_in' })
  })

  test('a platform admin cannot view as another user, even as owner of the organization', async () => {
    const ownerId = await buildUser(world, { role: 'admin' })
    const { id } = await buildOrganization(world, { ownerId })
    const { userId } = await buildMember(world, { organizationId: id })
    const api = await world.as(ownerId)
    await expect(api.viewing.start({ userId })).rejects.toMatchObject(notAllowed)
    expect(await api.viewing.people({})).toEqual({ items: [], total: 0 })
  })

  test('a supervisor cannot view as a managed user who is no longer a therapist', async () => {
    const supervisor = await buildMember(world, { organizationId: personas.organizationId, role: 'supervisor' })
    const promoted = { organizationId: personas.organizationId, role: 'admin', managedBy: supervisor.userId } as const
    const { userId } = await buildMember(world, promoted)
    const api = await world.as(supervisor.userId)
    await expect(api.viewing.start({ userId })).rejects.toMatchObject(notAllowed)
    expect(await api.viewing.people({})).toEqual({ items: [], total: 0 })
  })

  test('the search for users to view as finds any part of a name', async () => {
    const { id: organizationId, ownerId } = await buildOrganization(world)
    const buildNamedMember = async (firstName: string, lastName: string) =>
      await buildMember(world, { organizationId, userId: await buildUser(world, { firstName, lastName }) })
    const { userId } = await buildNamedMember('Ada', 'Moss')
    await buildNamedMember('Ben', 'Adler')
    await buildNamedMember('100%', 'Sure')
    const api = await world.as(ownerId)
    const names = async (search: string) => (await api.viewing.people({ search })).items.map((item) => item.lastName)
    expect(await names('')).toEqual(['Adler', 'Moss', 'Sure'])
    expect(await names(' aDa ')).toEqual(['Moss'])
    expect(await names('ad')).toEqual(['Adler', 'Moss'])
    expect(await names('%')).toEqual(['Sure'])
    expect((await api.viewing.people({ search: 'ada m' })).items).toEqual([
      { userId, firstName: 'Ada', lastName: 'Moss', role: 'therapist' },
    ])
  })
})

describe('during a viewing', () => {
  test('during a viewing, the account is that of the viewed user, with the viewer’s name and the remaining time', async () => {
    const api = await world.as(personas.ids.owner)
    const before = await api.accounts.me()
    expect(before.viewing).toBeNull()
    const { endsAt } = await api.viewing.start({ userId: personas.ids.therapist })
    const minutes = (new Date(endsAt).getTime() - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(59)
    expect(minutes).toBeLessThanOrEqual(60.1)
    const account = await api.accounts.me()
    expect(account).toMatchObject({
      id: personas.ids.therapist,
      role: 'user',
      organization: { id: personas.organizationId, role: 'therapist' },
      viewing: { name: 'Robin Hale', viewerName: 'Robin Hale', endsAt },
    })
    expect(account.viewing?.secondsLeft).toBeGreaterThan(3590)
    expect(account.viewing?.secondsLeft).toBeLessThanOrEqual(3601)
    expect(await api.viewing.stop()).toEqual({ stopped: true })
    expect(await api.accounts.me()).toEqual(before)
    // A second stop changes nothing.
    expect(await api.viewing.stop()).toEqual({ stopped: true })
  })

  test('during a viewing, lists contain what the viewed user sees in that organization', async () => {
    const { id: organizationId, ownerId } = await buildOrganization(world)
    const supervisor = await buildMember(world, { organizationId, role: 'supervisor' })
    const { userId } = await buildMember(world, { organizationId, managedBy: supervisor.userId })
    const buildClientOf = async (therapistId: string, lastName: string, at: string | null = organizationId) => {
      const client = await buildClient(world, { therapistId, lastName, organizationId: at })
      await buildSession(world, { clientId: client.id, date: '2026-03-04' })
    }
    await buildClientOf(userId, 'Therapists')
    await buildClientOf(userId, 'Private', null)
    await buildClientOf(supervisor.userId, 'Supervisors')
    await buildClientOf(ownerId, 'Owners')
    const namesOf = async (api: Api) => {
      const clients = await api.clients.list({ status: 'all' })
      const picked = await api.clients.pick({})
      const notes = await api.notes.list({})
      const days = await api.sessions.calendar({ from: '2026-03-01', to: '2026-03-31' })
      return {
        clients: clients.items.map((item) => item.lastName),
        total: clients.total,
        picked: picked.items.map((item) => item.lastName),
        notes: notes.items.map((item) => item.client.lastName).toSorted(),
        days: days.items.map((item) => item.client.lastName),
      }
    }
    const therapists = {
      clients: ['Therapists'],
      total: 1,
      picked: ['Therapists'],
      notes: ['Therapists'],
      days: ['Therapists'],
    }
    expect(await namesOf(await viewAs(world, ownerId, userId))).toEqual(therapists)
    expect(await namesOf(await viewAs(world, supervisor.userId, userId))).toEqual(therapists)
    expect(await namesOf(await viewAs(world, ownerId, supervisor.userId))).toEqual({
      clients: ['Supervisors', 'Therapists'],
      total: 2,
      picked: ['Supervisors'],
      notes: ['Supervisors', 'Therapists'],
      days: ['Supervisors'],
    })
  })

  test('changes during a viewing are rejected with an explanation', async () => {
    const client = await buildClient(world, {
      therapistId: personas.ids.therapist,
      organizationId: personas.organizationId,
    })
    const api = await viewAs(world, personas.ids.owner, personas.ids.therapist)
    await expect(api.clients.archive({ clientId: client.id })).rejects.toMatchObject({
      ...readOnly,
      status: 403,
      message: 'You are viewing data as another user, so you cannot change anything. Stop viewing first.',
    })
    await expect(api.viewing.start({ userId: personas.ids.colleague })).rejects.toMatchObject(readOnly)
    await api.viewing.stop()
    await api.clients.archive({ clientId: client.id })
  })

  test('notes are read-only during a viewing', async () => {
    const client = await buildClient(world, {
      therapistId: personas.ids.therapist,
      organizationId: personas.organizationId,
    })
    const { id: sessionId } = await buildSession(world, { clientId: client.id })
    const api = await viewAs(world, personas.ids.owner, personas.ids.therapist)
    expect(await api.notes.get({ sessionId })).toMatchObject({ canEdit: false, therapistName: null })
    expect(await api.insights.get({ sessionId })).toMatchObject({ canAnalyze: false })
  })

  test('a viewing does not affect the viewer’s other browsers', async () => {
    const [browser, otherBrowser] = [await world.as(personas.ids.owner), await world.as(personas.ids.owner)]
    await browser.viewing.start({ userId: personas.ids.therapist })
    expect((await otherBrowser.accounts.me()).viewing).toBeNull()
    await otherBrowser.viewing.start({ userId: personas.ids.colleague })
    expect((await browser.accounts.me()).id).toBe(personas.ids.therapist)
    expect((await otherBrowser.accounts.me()).id).toBe(personas.ids.colleague)
    await browser.viewing.stop()
    expect((await browser.accounts.me()).id).toBe(personas.ids.owner)
    expect((await otherBrowser.accounts.me()).id).toBe(personas.ids.colleague)
  })
})

describe('end of a viewing', () => {
  const endings: Record<string, (viewerId: string, viewedId: string) => Promise<unknown>> = {
    'after an hour': (viewerId) =>
      world.db
        .updateTable('viewings')
        .set({ started_at: sql`now() - interval '61 minutes'`, expires_at: sql`now() - interval '1 minute'` })
        .where('viewer_id', '=', viewerId)
        .execute(),
    'when the viewer is no longer an admin': (viewerId) =>
      world.db.updateTable('organization_members').set({ role: 'therapist' }).where('user_id', '=', viewerId).execute(),
    'when the viewed person has left': (_, viewedId) =>
      world.db.deleteFrom('organization_members').where('user_id', '=', viewedId).execute(),
    'when the viewed account is deactivated': (_, viewedId) =>
      world.db.updateTable('users').set({ is_active: false }).where('id', '=', viewedId).execute(),
    'when the viewer becomes a platform admin': (viewerId) =>
      world.db.updateTable('users').set({ role: 'admin' }).where('id', '=', viewerId).execute(),
  }

  test.each(Object.entries(endings))('a viewing ends %s', async (name, end) => {
    const { userId: viewerId } = await buildMember(world, { organizationId: personas.organizationId, role: 'admin' })
    const { userId: viewedId } = await buildMember(world, { organizationId: personas.organizationId })
    const api = await viewAs(world, viewerId, viewedId)
    expect((await api.accounts.me()).id).toBe(viewedId)
    await end(viewerId, viewedId)
    expect(await api.accounts.me()).toMatchObject({ id: viewerId, viewing: null })
    const ended = await eventsOf(viewerId, 'viewing.ended')
    expect(ended).toEqual([
      {
        action: 'viewing.ended',
        resource_id: viewedId,
        organization_id: personas.organizationId,
        details: { expired: name === 'after an hour' },
      },
    ])
    // The viewing stays ended, even if the permission returns.
    await world.db.updateTable('organization_members').set({ role: 'admin' }).where('user_id', '=', viewerId).execute()
    expect((await api.accounts.me()).id).toBe(viewerId)
  })

  test('a viewing ends when the supervisor no longer manages the therapist', async () => {
    const { organizationId } = personas
    const { userId: viewerId } = await buildMember(world, { organizationId, role: 'supervisor' })
    const { userId } = await buildMember(world, { organizationId, managedBy: viewerId })
    const api = await viewAs(world, viewerId, userId)
    await world.db.updateTable('organization_members').set({ managed_by: null }).where('user_id', '=', userId).execute()
    expect((await api.accounts.me()).id).toBe(viewerId)
  })

  test('the database rejects a viewing that lasts longer than one hour', async () => {
    await viewAs(world, personas.ids.owner, personas.ids.therapist)
    const longer = world.db.updateTable('viewings').set({ expires_at: sql`now() + interval '2 hours'` })
    await expect(longer.execute()).rejects.toMatchObject({ code: '23514' })
  })

  test('a viewing ends with the sign-in', async () => {
    await viewAs(world, personas.ids.owner, personas.ids.therapist)
    await world.db.deleteFrom('auth_sessions').where('user_id', '=', personas.ids.owner).execute()
    expect(await world.db.selectFrom('viewings').selectAll().execute()).toEqual([])
  })
})

describe('viewing and recording', () => {
  async function buildAdminWithClient() {
    const { userId } = await buildMember(world, { organizationId: personas.organizationId, role: 'admin' })
    const client = await buildClient(world, { therapistId: userId, organizationId: personas.organizationId })
    return { userId, clientId: client.id, api: await world.as(userId) }
  }

  test('a running recording on any device blocks the start of a viewing', async () => {
    const { userId, clientId, api } = await buildAdminWithClient()
    const elsewhere = await world.as(userId)
    const { sessionId } = await elsewhere.recordings.start({ clientId, requestId: crypto.randomUUID() })
    await expect(api.viewing.start({ userId: personas.ids.therapist })).rejects.toMatchObject({
      code: 'viewing_recording',
    })
    expect((await api.accounts.me()).viewing).toBeNull()
    await elsewhere.recordings.discard({ sessionId })
    await api.viewing.start({ userId: personas.ids.therapist })
  })

  test('a recording cannot start in parallel with a viewing', async () => {
    for (let round = 0; round < 8; round++) {
      const { userId, clientId, api } = await buildAdminWithClient()
      const outcomes = await Promise.allSettled([
        api.viewing.start({ userId: personas.ids.therapist }),
        api.recordings.start({ clientId, requestId: crypto.randomUUID() }),
      ])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const recording = await world.db
        .selectFrom('live_recordings')
        .where('therapist_id', '=', userId)
        .select('session_id')
        .execute()
      const viewing = await world.db
        .selectFrom('viewings')
        .where('viewer_id', '=', userId)
        .select('viewed_id')
        .execute()
      expect(recording.length + viewing.length).toBe(1)
    }
  })
})

describe('concurrent viewings', () => {
  test('the start of a viewing is rejected if the sign-in ends at the same moment', async () => {
    const { userId: viewerId } = await buildMember(world, { organizationId: personas.organizationId, role: 'admin' })
    const api = await world.as(viewerId)
    const signingOut = sql`delete from auth_sessions where user_id = ${viewerId}`
    const outcome = await whileExecuting(world, signingOut, () => api.viewing.start({ userId: personas.ids.therapist }))
    expect(outcome).toMatchObject({ code: 'not_signed_in' })
  })

  test('of many parallel starts of a viewing, one succeeds and is audited', async () => {
    const { userId: viewerId } = await buildMember(world, { organizationId: personas.organizationId, role: 'admin' })
    const api = await world.as(viewerId)
    const userIds = [personas.ids.therapist, personas.ids.colleague, personas.ids.supervisor, personas.ids.owner]
    const outcomes = await Promise.allSettled(userIds.map((userId) => api.viewing.start({ userId })))
    const hasStarted = outcomes.map(({ status }) => status === 'fulfilled')
    expect(hasStarted.filter(Boolean)).toHaveLength(1)
    expect((await api.accounts.me()).id).toBe(userIds[hasStarted.indexOf(true)])
    expect(await eventsOf(viewerId, 'viewing.%')).toHaveLength(1)
  })

  test('of many parallel stops of a viewing, one is audited', async () => {
    const { userId: viewerId } = await buildMember(world, { organizationId: personas.organizationId, role: 'admin' })
    const api = await viewAs(world, viewerId, personas.ids.therapist)
    await Promise.all([1, 2, 3, 4].map(() => api.viewing.stop()))
    expect((await api.accounts.me()).id).toBe(viewerId)
    expect((await eventsOf(viewerId, 'viewing.%')).map((event) => event.action)).toEqual([
      'viewing.started',
      'viewing.stopped',
    ])
  })

  test('each request in parallel with the start of a viewing is served entirely as one user', async () => {
    const { userId: viewerId } = await buildMember(world, { organizationId: personas.organizationId, role: 'admin' })
    const api = await world.as(viewerId)
    await api.accounts.me()
    const requests = Array.from({ length: 12 }, () => api.accounts.me())
    const [accounts] = await Promise.all([Promise.all(requests), api.viewing.start({ userId: personas.ids.therapist })])
    for (const { id, viewing } of accounts) {
      expect([id, viewing === null]).toEqual(viewing ? [personas.ids.therapist, false] : [viewerId, true])
    }
    expect((await api.accounts.me()).id).toBe(personas.ids.therapist)
  })
})

test('the viewer’s audit chain contains the start of a viewing, every read, and the end', async () => {
  const { organizationId } = personas
  const { userId: viewerId } = await buildMember(world, { organizationId, role: 'admin' })
  const { userId: viewedId } = await buildMember(world, { organizationId })
  const client = await buildClient(world, { therapistId: viewedId, organizationId })
  const api = await viewAs(world, viewerId, viewedId)
  await api.clients.get({ clientId: client.id })
  await api.viewing.stop()
  await api.clients.get({ clientId: client.id })
  const events = await eventsOf(viewerId, '%')
  expect(events).toEqual([
    {
      action: 'viewing.started',
      resource_id: viewedId,
      organization_id: organizationId,
      details: { until: expect.any(String) },
    },
    {
      action: 'client.read',
      resource_id: client.id,
      organization_id: organizationId,
      details: { viewing_as: viewedId },
    },
    {
      action: 'viewing.stopped',
      resource_id: viewedId,
      organization_id: organizationId,
      details: { viewing_as: viewedId },
    },
    { action: 'client.read', resource_id: client.id, organization_id: organizationId, details: {} },
  ])
  expect(await eventsOf(viewedId, '%')).toEqual([])
  const { rows } = await sql`select from audit_events e where hash <> app.audit_hash(e)`.execute(world.db)
  expect(rows).toEqual([])
})
