import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildClient, buildMember, buildOrganization, buildSession, buildUser } from '#test/build.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

let world: World
let owner: Api, therapist: Api, colleague: Api, supervisor: Api, otherOwner: Api
let therapistId: string
let organizationId: string

beforeAll(async () => {
  world = await createWorld()
  const organization = await buildOrganization(world)
  organizationId = organization.id
  const supervising = await buildMember(world, { organizationId, role: 'supervisor' })
  therapistId = (await buildMember(world, { organizationId, managedBy: supervising.userId })).userId
  owner = await world.as(organization.ownerId)
  supervisor = await world.as(supervising.userId)
  therapist = await world.as(therapistId)
  colleague = await world.as((await buildMember(world, { organizationId })).userId)
  otherOwner = await world.as((await buildOrganization(world)).ownerId)
})
afterAll(() => world.close())

const details = {
  firstName: 'Ada',
  lastName: 'Moss',
  pronouns: 'She/Her',
  email: 'ada@example.test',
  phone: '',
} as const

describe('adding a client', () => {
  test('adding a client returns the new client', async () => {
    const client = await therapist.clients.create({ ...details, firstName: '  Ada ' })
    expect(client).toMatchObject({
      firstName: 'Ada',
      lastName: 'Moss',
      email: 'ada@example.test',
      phone: null,
      status: 'active',
    })
    expect(client).toMatchObject({ treatmentApproach: null, lastSessionDate: null, sessionCount: 0, therapistId })
  })

  test('adding a client removes invisible characters from the name, except joiners that belong to the script', async () => {
    const client = await therapist.clients.create({
      ...details,
      firstName: 'علی\u200Cرضا',
      lastName: 'Mo\u202Ess\u200B',
    })
    expect(client).toMatchObject({ firstName: 'علی\u200Cرضا', lastName: 'Moss' })
    await expect(therapist.clients.update({ clientId: client.id, lastName: '\u2066' })).rejects.toMatchObject({
      data: { fields: { lastName: 'Last name is required.' } },
    })
  })

  test('a repeated request adds one client, with the details of the last request', async () => {
    const requestId = crypto.randomUUID()
    const first = await therapist.clients.create({ ...details, requestId })
    const [second, third] = await Promise.all([
      therapist.clients.create({ ...details, lastName: 'Mosse', requestId }),
      therapist.clients.create({ ...details, lastName: 'Mosse', requestId }),
    ])
    expect([second.id, third.id]).toEqual([first.id, first.id])
    expect(await therapist.clients.get({ clientId: first.id })).toMatchObject({ lastName: 'Mosse' })
    const { items } = await therapist.audit.ofClient({ clientId: first.id })
    expect(items.map(({ action }) => action).toSorted()).toEqual([
      'client.changed',
      'client.changed',
      'client.created',
      'client.read',
    ])
    expect((await colleague.clients.create({ ...details, requestId })).id).not.toBe(first.id)
    expect((await therapist.clients.create(details)).id).not.toBe((await therapist.clients.create(details)).id)
  })

  test('a client keeps the treatment approach until it is cleared', async () => {
    const { id: clientId, treatmentApproach } = await therapist.clients.create({
      ...details,
      treatmentApproach: ' CBT ',
    })
    expect(treatmentApproach).toBe('CBT')
    const renamed = await therapist.clients.update({ clientId, firstName: 'Eda' })
    expect(renamed.treatmentApproach).toBe('CBT')
    for (const none of ['', null]) {
      await therapist.clients.update({ clientId, treatmentApproach: 'EMDR' })
      expect((await therapist.clients.update({ clientId, treatmentApproach: none })).treatmentApproach).toBeNull()
    }
  })

  test('adding a client requires an organization', async () => {
    const alone = await world.as(await buildUser(world))
    await expect(alone.clients.create(details)).rejects.toMatchObject({
      code: 'organization_missing',
      message: 'Organization not found. Please check your organization settings.',
    })
  })

  test('adding a client reports invalid fields', async () => {
    await expect(therapist.clients.create({ ...details, firstName: ' ', email: 'ada@' })).rejects.toMatchObject({
      code: 'input_invalid',
      status: 422,
      data: { fields: { firstName: 'First name is required.' } },
    })
  })

  test('adding a client rejects anonymous callers', async () => {
    await expect(world.anonymous.clients.create(details)).rejects.toMatchObject({
      code: 'not_signed_in',
      message: 'User not authenticated',
    })
  })
})

describe('reading a client', () => {
  test('a client has the date of the last session and the number of sessions', async () => {
    const { id } = await buildClient(world, { therapistId })
    await buildSession(world, { clientId: id, date: '2026-01-05' })
    await buildSession(world, { clientId: id, date: '2026-02-09' })
    for (const api of [therapist, supervisor, owner]) {
      expect(await api.clients.get({ clientId: id })).toMatchObject({ lastSessionDate: '2026-02-09', sessionCount: 2 })
    }
  })

  test('the session list of a client has all sessions or, on request, only held sessions', async () => {
    const { id } = await buildClient(world, { therapistId })
    const dates = ['2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26', '2026-02-02', '2026-02-09']
    for (const date of dates) await buildSession(world, { clientId: id, date })
    await buildSession(world, { clientId: id, date: '2026-02-16', status: 'failed' })
    const planned = { clientId: id, date: '2026-03-02', startTime: '09:00', durationMinutes: 50 }
    await therapist.sessions.schedule(planned)
    const cancelled = await therapist.sessions.schedule({ ...planned, startTime: '15:00' })
    await therapist.sessions.cancel({ sessionId: cancelled.id })
    expect(await therapist.sessions.listForClient({ clientId: id })).toMatchObject({ total: 9, pageSize: 5 })
    const held = await therapist.sessions.listForClient({ clientId: id, which: 'held' })
    expect(held.items.map(({ date }) => date)).toEqual(['2026-02-16', ...dates.slice(2).toReversed()])
    expect(held.total).toBe(7)
    expect((await therapist.sessions.listForClient({ clientId: id, which: 'held', page: 2 })).items).toHaveLength(2)
    expect(await therapist.clients.get({ clientId: id })).toMatchObject({
      sessionCount: 7,
      lastSessionDate: '2026-02-16',
    })
  })

  test('the session list of a client has appointments, also canceled ones, after the sessions with a note', async () => {
    const { id } = await buildClient(world, { therapistId })
    const { id: heldId } = await buildSession(world, { clientId: id, date: '2026-01-05' })
    const planned = { clientId: id, startTime: '09:00', durationMinutes: 50 }
    const ahead = await therapist.sessions.schedule({ ...planned, date: '2030-03-03' })
    const canceled = await therapist.sessions.schedule({ ...planned, date: '2030-03-10' })
    await therapist.sessions.cancel({ sessionId: canceled.id })
    const { items } = await therapist.sessions.listForClient({ clientId: id })
    expect(items.map((session) => session.id)).toEqual([heldId, canceled.id, ahead.id])
  })

  test('reading a client returns the same 404 for another user’s, a missing and a malformed id', async () => {
    const { id } = await buildClient(world, { therapistId })
    const gone = { code: 'client_missing', status: 404, message: 'Client not found' }
    await expect(colleague.clients.get({ clientId: id })).rejects.toMatchObject(gone)
    await expect(otherOwner.clients.get({ clientId: id })).rejects.toMatchObject(gone)
    await expect(therapist.clients.get({ clientId: '00000000-0000-4000-8000-000000000000' })).rejects.toMatchObject(
      gone,
    )
    await expect(therapist.clients.get({ clientId: 'no-such-thing' })).rejects.toMatchObject(gone)
  })

  test('reading a client is audited with client and reader', async () => {
    const { id } = await buildClient(world, { therapistId })
    await supervisor.clients.get({ clientId: id })
    const events = await world.db.selectFrom('audit_events').selectAll().where('client_id', '=', id).execute()
    expect(events).toMatchObject([
      { action: 'client.read', resource_id: id, organization_id: organizationId, ip_address: '127.0.0.1' },
    ])
  })
})

describe('client list', () => {
  test('the client list is sorted by name, twenty per page, and filtered by status and search', async () => {
    const member = await buildMember(world, { organizationId })
    const names = Array.from({ length: 23 }, (_, n) => `Person${String(n).padStart(2, '0')}`)
    for (const lastName of names.toReversed())
      await buildClient(world, { therapistId: member.userId, firstName: 'Kim', lastName })
    await buildClient(world, { therapistId: member.userId, firstName: 'Old', lastName: 'Friend', status: 'archived' })
    const api = await world.as(member.userId)

    const first = await api.clients.list({})
    expect(first.items.map((client) => client.lastName)).toEqual(names.slice(0, 20))
    expect(first).toMatchObject({ total: 23, counts: { all: 24, active: 23, archived: 1 } })
    const second = await api.clients.list({ page: 2 })
    expect(second.items.map((client) => client.lastName)).toEqual(names.slice(20))
    expect(await api.clients.list({ status: 'archived' })).toMatchObject({ total: 1, items: [{ lastName: 'Friend' }] })
    expect(await api.clients.list({ search: 'kim person07' })).toMatchObject({
      total: 1,
      counts: { all: 1, active: 1, archived: 0 },
    })
    expect(await api.clients.list({ search: '%' })).toMatchObject({ total: 0 })
  })

  test('client list and client picker find names by any part, without regard to case, accents and apostrophes', async () => {
    const member = await buildMember(world, { organizationId })
    const build = (firstName: string, lastName: string) =>
      buildClient(world, { therapistId: member.userId, firstName, lastName })
    await build('José', 'O’Brien')
    await build('Jürgen', 'MÜLLER')
    const api = await world.as(member.userId)
    const found = async (search: string) => {
      const [list, picked] = await Promise.all([api.clients.list({ search }), api.clients.pick({ search })])
      expect(picked.items.map(({ id }) => id)).toEqual(list.items.map(({ id }) => id))
      return list.items.map(({ lastName }) => lastName)
    }
    for (const search of ['jose', 'José', 'JOSE\u0301', 'ose o', "o'brien", 'obrien'])
      expect(await found(search)).toEqual(['O’Brien'])
    for (const search of ['muller', 'müller', 'jurgen m']) expect(await found(search)).toEqual(['MÜLLER'])
    for (const search of ['mueller', '_', '%']) expect(await found(search)).toEqual([])
  })

  test('the client list shows only the clients that the role may see', async () => {
    const { id } = await buildClient(world, { therapistId, lastName: 'Zeta' })
    const sees = async (api: Api) =>
      (await api.clients.list({ search: 'Zeta' })).items.some((client) => client.id === id)
    expect(await Promise.all([therapist, supervisor, owner, colleague, otherOwner].map(sees))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })

  test('the client list shows an owner their own clients without organization', async () => {
    const { ownerId } = await buildOrganization(world)
    const { id } = await buildClient(world, { therapistId: ownerId, organizationId: null })
    const api = await world.as(ownerId)
    expect((await api.clients.list({})).items.map((client) => client.id)).toEqual([id])
  })

  test('the client list shows each client once to a supervisor of the same therapist in two organizations', async () => {
    const supervising = await buildUser(world)
    const supervised = await buildUser(world)
    for (const organization of [await buildOrganization(world), await buildOrganization(world)]) {
      await buildMember(world, { organizationId: organization.id, userId: supervising, role: 'supervisor' })
      await buildMember(world, { organizationId: organization.id, userId: supervised, managedBy: supervising })
    }
    const { id } = await buildClient(world, { therapistId: supervised })
    const { items, total, counts } = await (await world.as(supervising)).clients.list({})
    expect([items.map((client) => client.id), total, counts.all]).toEqual([[id], 1, 1])
  })
})

describe('client list of one therapist', () => {
  const clientIdsOf = async (api: Api, who: string) => {
    const { total, counts, items } = await api.clients.list({ therapistId: who, status: 'all', search: 'Onlyof' })
    expect(counts.all).toBe(total)
    return items.map((client) => client.id)
  }

  test('the client list of one therapist shows only clients that the role may see', async () => {
    const { id } = await buildClient(world, { therapistId, lastName: 'Onlyof' })
    const { userId: other } = await buildMember(world, { organizationId })
    const { id: ofOther } = await buildClient(world, { therapistId: other, lastName: 'Onlyof' })
    expect(await Promise.all([owner, supervisor, therapist].map((api) => clientIdsOf(api, therapistId)))).toEqual([
      [id],
      [id],
      [id],
    ])
    expect(await clientIdsOf(owner, other)).toEqual([ofOther])
    for (const api of [supervisor, therapist, colleague, otherOwner]) expect(await clientIdsOf(api, other)).toEqual([])
  })

  test('the client list of one therapist includes an owner’s clients without organization', async () => {
    const { ownerId } = await buildOrganization(world)
    const { id } = await buildClient(world, { therapistId: ownerId, organizationId: null, lastName: 'Onlyof' })
    expect(await clientIdsOf(await world.as(ownerId), ownerId)).toEqual([id])
  })

  test('the filter of the client list offers the therapists with visible clients, by last name', async () => {
    const { id, ownerId } = await buildOrganization(world)
    const supervising = await buildMember(world, { organizationId: id, role: 'supervisor' })
    const member = async (lastName: string, managedBy?: string) => {
      const userId = await buildUser(world, { firstName: 'Kim', lastName })
      await buildMember(world, { organizationId: id, userId, ...(managedBy && { managedBy }) })
      return userId
    }
    const zander = await member('Zander', supervising.userId)
    const abel = await member('abel')
    await member('Nobodys')
    for (const who of [zander, abel, zander]) await buildClient(world, { therapistId: who })
    const namesFor = async (userId: string) => {
      const { items } = await (await world.as(userId)).clients.therapists()
      return items.map(({ id: of, firstName, lastName, isMember }) => [of, firstName, lastName, isMember])
    }
    expect(await namesFor(ownerId)).toEqual([
      [abel, 'Kim', 'abel', true],
      [zander, 'Kim', 'Zander', true],
    ])
    expect(await namesFor(supervising.userId)).toEqual([[zander, 'Kim', 'Zander', true]])
    expect(await namesFor(abel)).toEqual([[abel, 'Kim', 'abel', true]])
    expect(await namesFor(await buildUser(world))).toEqual([])

    // The clients of a member who leaves stay with the organization, and owners and admins can still see them.
    await (await world.as(ownerId)).members.remove({ userId: zander })
    expect(await namesFor(ownerId)).toEqual([
      [abel, 'Kim', 'abel', true],
      [zander, 'Kim', 'Zander', false],
    ])
    const api = await world.as(ownerId)
    expect(await api.clients.list({ therapistId: zander })).toMatchObject({
      total: 2,
      items: [{ therapistName: 'Kim Zander' }, { therapistName: 'Kim Zander' }],
    })
    expect(await namesFor(supervising.userId)).toEqual([])
    expect(await namesFor(zander)).toEqual([])
  })

  test('the client list rejects a malformed therapist id', async () => {
    await expect(owner.clients.list({ therapistId: 'no-such-thing' })).rejects.toMatchObject({ code: 'input_invalid' })
  })
})

describe('changing a client', () => {
  test('therapist, owner and admin can change a client, and supervisors can only read it', async () => {
    const { id } = await buildClient(world, { therapistId })
    expect(await therapist.clients.update({ clientId: id, phone: '555 0100' })).toMatchObject({ phone: '555 0100' })
    expect(await owner.clients.archive({ clientId: id })).toMatchObject({ status: 'archived' })
    await expect(supervisor.clients.restore({ clientId: id })).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(colleague.clients.restore({ clientId: id })).rejects.toMatchObject({ code: 'client_missing' })
    expect(await therapist.clients.restore({ clientId: id })).toMatchObject({ status: 'active' })
  })
})

describe('client picker', () => {
  test('the client picker offers only the caller’s own active clients, even to an owner', async () => {
    const { id } = await buildClient(world, { therapistId, firstName: 'Iris', lastName: 'Quill' })
    await buildClient(world, { therapistId, firstName: 'Iris', lastName: 'Past', status: 'archived' })
    expect(await therapist.clients.pick({ search: 'iris' })).toMatchObject({
      total: 1,
      items: [{ id, lastSessionDate: null }],
    })
    expect(await owner.clients.pick({ search: 'iris' })).toMatchObject({ total: 0, items: [] })
  })
})

test('a deactivated account loses access with its next request', async () => {
  const member = await buildMember(world, { organizationId })
  const api = await world.as(member.userId)
  await api.clients.list({})
  await world.db.updateTable('users').set({ is_active: false }).where('id', '=', member.userId).execute()
  await expect(api.clients.list({})).rejects.toMatchObject({ code: 'not_signed_in' })
})

test('a changed role takes effect with the next request', async () => {
  const member = await buildMember(world, { organizationId })
  const { id } = await buildClient(world, { therapistId, lastName: 'Rolechange' })
  const api = await world.as(member.userId)
  expect((await api.clients.list({ search: 'Rolechange' })).total).toBe(0)
  await world.db
    .updateTable('organization_members')
    .set({ role: 'admin' })
    .where('user_id', '=', member.userId)
    .execute()
  expect((await api.clients.list({ search: 'Rolechange' })).items.map((client) => client.id)).toEqual([id])
})
