import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildClient,
  buildMember,
  buildOrganization,
  buildPlatformAdmin,
  buildSession,
  buildUser,
} from '#test/build.ts'
import { createMailWorld } from '#test/browser.ts'
import type { Api, World } from '#test/world.ts'

let world: World
let mail: Awaited<ReturnType<typeof createMailWorld>>['mail']
let adminId: string
let api: Api

beforeAll(async () => {
  ;({ world, mail } = await createMailWorld())
  ;({ userId: adminId, api } = await buildPlatformAdmin(world))
})
afterAll(() => world.close())

/** A clinic with an owner, a supervisor, a therapist under them, and the therapist's client with a session. */
async function clinic() {
  const { id: organizationId, ownerId } = await buildOrganization(world, { name: `Clinic ${crypto.randomUUID()}` })
  const supervisor = await buildMember(world, { organizationId, role: 'supervisor' })
  const therapist = await buildMember(world, { organizationId, managedBy: supervisor.userId })
  const client = await buildClient(world, { therapistId: therapist.userId })
  const session = await buildSession(world, { clientId: client.id })
  const memberOf = async (userId: string) =>
    (
      await world.db
        .selectFrom('organization_members')
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', userId)
        .select('id')
        .executeTakeFirstOrThrow()
    ).id
  return {
    organizationId,
    ownerId,
    supervisorId: supervisor.userId,
    therapistId: therapist.userId,
    clientId: client.id,
    sessionId: session.id,
    memberOf,
  }
}

async function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'ok',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )
}

async function eventsOf(resourceId: string) {
  return world.db
    .selectFrom('audit_events')
    .where('resource_id', '=', resourceId)
    .where('actor_id', '=', adminId)
    .select(['action', 'organization_id', 'client_id', 'details'])
    .orderBy('seq')
    .execute()
}

describe('users', () => {
  test('are found by the words of name, email and clinic', async () => {
    const id = await buildUser(world, { firstName: 'Ingeborg', lastName: 'Vossén', email: 'inge.v@lakeside.test' })
    await world.db.updateTable('users').set({ clinic_name: 'Harbour Practice' }).where('id', '=', id).execute()
    const found = async (search: string) => (await api.admin.listUsers({ search })).items.map((user) => user.id)
    for (const search of ['ingeb', 'VOSSEN', 'inge.v@lakeside.test', 'lakeside', 'harbour practice', ' voss inge ']) {
      expect([search, await found(search)]).toEqual([search, [id]])
    }
    for (const search of ['ngeborg', 'ingeborg southside', '%', "x' or true"]) {
      expect([search, await found(search)]).toEqual([search, []])
    }
  })

  test('are listed newest first, by role, with where they belong', async () => {
    const { ownerId, organizationId } = await clinic()
    const { items, total, isTotalExact } = await api.admin.listUsers({ role: 'owner' })
    expect(items[0]).toMatchObject({ id: ownerId, organization: { id: organizationId, role: 'owner' }, isActive: true })
    expect(items.every((user) => user.organization?.role === 'owner')).toBe(true)
    expect({ total, isTotalExact }).toEqual({ total: items.length, isTotalExact: true })
  })

  test('are shown with their memberships, and only what differs is changed and written down', async () => {
    const { therapistId, organizationId, supervisorId } = await clinic()
    const user = await api.admin.getUser({ userId: therapistId })
    expect(user).toMatchObject({
      id: therapistId,
      phoneNumber: '',
      memberships: [{ organization: { id: organizationId }, role: 'therapist', supervisor: { id: supervisorId } }],
    })
    const changed = await api.admin.updateUser({
      userId: therapistId,
      firstName: 'Noor',
      lastName: user.lastName,
      licenseType: 'Masters',
    })
    expect(changed).toMatchObject({ firstName: 'Noor', licenseType: 'Masters', clinicName: '' })
    const changes = (await eventsOf(therapistId)).filter((event) => event.action === 'admin.user_changed')
    expect(changes).toEqual([
      {
        action: 'admin.user_changed',
        organization_id: organizationId,
        client_id: null,
        details: {
          changes: {
            firstName: { before: 'Robin', after: 'Noor' },
            licenseType: { before: 'Other', after: 'Masters' },
          },
        },
      },
    ])
    await api.admin.updateUser({ userId: therapistId, firstName: 'Noor' })
    expect((await eventsOf(therapistId)).filter((event) => event.action === 'admin.user_changed')).toHaveLength(1)
  })

  test('who are deactivated are out with their next request, and can be let in again', async () => {
    const { therapistId } = await clinic()
    const therapist = await world.as(therapistId)
    expect(await outcome(therapist.accounts.me())).toBe('ok')
    await api.admin.updateUser({ userId: therapistId, isActive: false })
    expect(await outcome(therapist.accounts.me())).toBe('not_signed_in')
    await api.admin.updateUser({ userId: therapistId, isActive: true })
    expect(await outcome(therapist.accounts.me())).toBe('not_signed_in')
    expect(await outcome((await world.as(therapistId)).accounts.me())).toBe('ok')
  })

  test('cannot deactivate themselves; of admins who deactivate one another one stays', async () => {
    expect(await outcome(api.admin.updateUser({ userId: adminId, isActive: false }))).toBe('admin_self')
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await buildPlatformAdmin(world), await buildPlatformAdmin(world)]
      const outcomes = await Promise.all([
        outcome(one.api.admin.updateUser({ userId: other.userId, isActive: false })),
        outcome(other.api.admin.updateUser({ userId: one.userId, isActive: false })),
      ])
      expect(outcomes.filter((code) => code === 'ok')).toHaveLength(1)
    }
  })

  test("that are not there: 'User not found'", async () => {
    for (const userId of [crypto.randomUUID(), 'nobody']) {
      await expect(api.admin.getUser({ userId })).rejects.toThrow('User not found')
      await expect(api.admin.updateUser({ userId, firstName: 'A' })).rejects.toThrow('User not found')
    }
  })
})

describe('organizations', () => {
  test('are found by name and status, with counts', async () => {
    const { organizationId, ownerId } = await clinic()
    await api.admin.updateOrganization({ organizationId, name: 'Zephyr House', subscriptionStatus: 'canceled' })
    await api.admin.invite({ organizationId, email: 'counted@example.test' })
    const { items } = await api.admin.listOrganizations({ search: 'zephyr', status: 'canceled' })
    expect(items).toEqual([
      expect.objectContaining({
        id: organizationId,
        name: 'Zephyr House',
        owner: expect.objectContaining({ id: ownerId }),
        subscriptionPlan: 'free',
        subscriptionStatus: 'canceled',
        counts: { members: 3, clients: 1, pendingInvitations: 1 },
      }),
    ])
    expect((await api.admin.listOrganizations({ search: 'zephyr', status: 'active' })).items).toEqual([])
  })

  test('are shown with statistics and members, and changes are written down', async () => {
    const { organizationId, ownerId, supervisorId, therapistId } = await clinic()
    await api.admin.updateOrganization({ organizationId, subscriptionPlan: 'pro' })
    const details = await api.admin.getOrganization({ organizationId })
    expect(details.statistics).toEqual({
      members: 3,
      owners: 1,
      admins: 0,
      supervisors: 1,
      therapists: 1,
      clients: 1,
      sessions: 1,
      pendingInvitations: 0,
    })
    expect(details.members.map((member) => [member.user.id, member.role, member.supervisor?.id])).toEqual([
      [ownerId, 'owner', undefined],
      [supervisorId, 'supervisor', undefined],
      [therapistId, 'therapist', supervisorId],
    ])
    expect(await eventsOf(organizationId)).toContainEqual({
      action: 'admin.organization_changed',
      organization_id: organizationId,
      client_id: null,
      details: { changes: { subscriptionPlan: { before: 'free', after: 'pro' } } },
    })
  })

  test("that are not there: 'Organization not found'", async () => {
    for (const organizationId of [crypto.randomUUID(), 'none']) {
      const email = 'a@example.test'
      await expect(api.admin.getOrganization({ organizationId })).rejects.toThrow('Organization not found')
      await expect(api.admin.therapists({ organizationId })).rejects.toThrow('Organization not found')
      await expect(api.admin.updateOrganization({ organizationId, name: 'A' })).rejects.toThrow(
        'Organization not found',
      )
      await expect(api.admin.invite({ organizationId, email })).rejects.toThrow('Organization not found')
    }
  })

  test('get members invited by mail, each address once', async () => {
    const { organizationId } = await clinic()
    const email = `${crypto.randomUUID()}@example.test`
    const sent = await api.admin.invite({ organizationId, email, role: 'supervisor' })
    expect(sent).toMatchObject({ failure: null, invitation: { email, role: 'supervisor', status: 'sent' } })
    expect(mail.sent.find(({ to }) => to === email)?.text).toContain(sent.link)
    expect(await outcome(api.admin.invite({ organizationId, email }))).toBe('invitation_duplicate')
    const offer = await world.anonymous.invitations.look({ invitationId: sent.invitation.id ?? '' })
    expect(offer).toMatchObject({ email, role: 'supervisor' })
  })
})

describe('members', () => {
  test('get another role, a supervisor, and are removed', async () => {
    const { organizationId, therapistId, supervisorId, memberOf } = await clinic()
    const memberId = await memberOf(therapistId)
    await api.admin.assignSupervisor({ memberId, supervisorId: null })
    await api.admin.assignSupervisor({ memberId, supervisorId })
    await api.admin.changeMemberRole({ memberId, role: 'admin' })
    const after = await api.admin.removeMember({ memberId })
    expect(after.members.map((member) => member.user.id)).not.toContain(therapistId)
    const done = (await eventsOf(therapistId)).map((event) => [event.action, event.organization_id, event.details])
    expect(done).toEqual([
      [
        'admin.supervisor_assigned',
        organizationId,
        { changes: { supervisorId: { before: supervisorId, after: null } } },
      ],
      [
        'admin.supervisor_assigned',
        organizationId,
        { changes: { supervisorId: { before: null, after: supervisorId } } },
      ],
      ['admin.role_changed', organizationId, { changes: { role: { before: 'therapist', after: 'admin' } } }],
      ['admin.member_removed', organizationId, { changes: { role: { before: 'admin', after: null } } }],
    ])
  })

  test('keep to the rules of their organization', async () => {
    const { ownerId, therapistId, memberOf } = await clinic()
    const owner = await memberOf(ownerId)
    const memberId = await memberOf(therapistId)
    expect(await outcome(api.admin.changeMemberRole({ memberId: owner, role: 'admin' }))).toBe('last_owner')
    expect(await outcome(api.admin.removeMember({ memberId: owner }))).toBe('owner_stays')
    expect(await outcome(api.admin.assignSupervisor({ memberId, supervisorId: ownerId }))).toBe(
      'supervisor_role_missing',
    )
    for (const missing of [crypto.randomUUID(), 'none']) {
      expect(await outcome(api.admin.removeMember({ memberId: missing }))).toBe('member_missing')
    }
  })

  test('do not raise or lower themselves', async () => {
    const admin = await buildPlatformAdmin(world)
    const { id: organizationId } = await buildOrganization(world)
    await buildMember(world, { organizationId, userId: admin.userId })
    const [membership] = (await admin.api.admin.getUser({ userId: admin.userId })).memberships
    const memberId = membership?.memberId ?? ''
    expect(await outcome(admin.api.admin.changeMemberRole({ memberId, role: 'owner' }))).toBe('admin_self')
    expect(await outcome(admin.api.admin.removeMember({ memberId }))).toBe('admin_self')
  })
})

describe('clients and sessions', () => {
  test('are opened by a reason, each record by its own, for one session of one admin', async () => {
    const { clientId, sessionId } = await clinic()
    const again = await world.as(adminId)
    await world.db
      .updateTable('auth_sessions')
      .set({ second_factor_at: new Date() })
      .where('user_id', '=', adminId)
      .execute()
    const other = await buildPlatformAdmin(world)
    const tries = async () => ({
      client: await outcome(api.admin.getClient({ clientId })),
      change: await outcome(api.admin.updateClient({ clientId, phone: '1' })),
      session: await outcome(api.admin.getSession({ sessionId })),
      elsewhere: await outcome(again.admin.getClient({ clientId })),
      others: await outcome(other.api.admin.getClient({ clientId })),
    })
    const closed = 'justification_missing'
    const all = { client: closed, change: closed, session: closed, elsewhere: closed, others: closed }
    expect(await tries()).toEqual(all)
    await api.admin.justify({ kind: 'client', id: clientId, justification: 'Asked by the clinic, ticket 12.' })
    expect(await tries()).toEqual({ ...all, client: 'ok', change: 'ok' })
    await api.admin.justify({ kind: 'session', id: sessionId, justification: 'Ticket 12.' })
    expect(await tries()).toEqual({ ...all, client: 'ok', change: 'ok', session: 'ok' })
    const ago = new Date(Date.now() - 1000)
    await world.db.updateTable('admin_grants').set({ expires_at: ago }).execute()
    expect(await tries()).toEqual(all)
  })

  test('hold the reason in the audit trail and nowhere else, for a quarter of an hour', async () => {
    const { clientId, organizationId } = await clinic()
    const justification = `Ticket ${crypto.randomUUID()}`
    const { accessUntil } = await api.admin.justify({
      kind: 'client',
      id: clientId,
      justification: ` ${justification} `,
    })
    const minutes = (new Date(accessUntil).getTime() - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(15.1)
    expect(await eventsOf(clientId)).toEqual([
      {
        action: 'admin.access_justified',
        organization_id: organizationId,
        client_id: clientId,
        details: { justification },
      },
    ])
    const grants = await world.db.selectFrom('admin_grants').selectAll().execute()
    expect(JSON.stringify(grants)).not.toContain(justification)
  })

  test('need a reason that says something, and a record', async () => {
    const { clientId } = await clinic()
    const justify = (id: string, justification: string, kind: 'client' | 'session' = 'client') =>
      api.admin.justify({ kind, id, justification })
    for (const empty of ['', '   ', '\n\t']) {
      await expect(justify(clientId, empty)).rejects.toThrow('Access justification is required for HIPAA compliance.')
    }
    for (const id of [crypto.randomUUID(), 'none']) {
      await expect(justify(id, 'Ticket 1')).rejects.toThrow('Client not found')
      await expect(justify(id, 'Ticket 1', 'session')).rejects.toThrow('Session not found')
    }
  })

  test('show administrative details of a client; what differs is changed and written down', async () => {
    const { clientId, therapistId, organizationId } = await clinic()
    await api.admin.justify({ kind: 'client', id: clientId, justification: 'Ticket 12.' })
    expect(await api.admin.getClient({ clientId })).toMatchObject({
      id: clientId,
      firstName: 'Sam',
      therapist: { id: therapistId },
      organization: { id: organizationId },
      email: null,
      sessionCount: 1,
      lastSessionDate: '2026-03-02',
    })
    const changed = await api.admin.updateClient({
      clientId,
      firstName: 'Sam',
      lastName: 'Diaz',
      email: 'sam@example.test',
      phone: '',
      status: 'archived',
    })
    expect(changed).toMatchObject({ lastName: 'Diaz', email: 'sam@example.test', phone: null, status: 'archived' })
    expect((await eventsOf(clientId)).filter((event) => event.action === 'admin.client_changed')).toEqual([
      {
        action: 'admin.client_changed',
        organization_id: organizationId,
        client_id: clientId,
        details: {
          changes: {
            lastName: { before: 'Okoro', after: 'Diaz' },
            email: { before: '', after: 'sam@example.test' },
            status: { before: 'active', after: 'archived' },
          },
        },
      },
    ])
  })

  test('are handed to another therapist of the same organization only', async () => {
    const { clientId, sessionId, therapistId, supervisorId, organizationId } = await clinic()
    const elsewhere = await buildMember(world)
    await api.admin.justify({ kind: 'client', id: clientId, justification: 'Ticket 12.' })
    const choices = await api.admin.therapists({ organizationId })
    expect(choices.map((person) => person.id)).toEqual(expect.arrayContaining([therapistId, supervisorId]))
    expect(await outcome(api.admin.updateClient({ clientId, therapistId: elsewhere.userId }))).toBe('transfer_target')
    const changed = await api.admin.updateClient({ clientId, therapistId: supervisorId })
    expect(changed.therapist.id).toBe(supervisorId)
    expect(await outcome((await world.as(supervisorId)).sessions.get({ sessionId }))).toBe('ok')
    expect(await outcome((await world.as(therapistId)).sessions.get({ sessionId }))).toBe('session_missing')
    expect((await eventsOf(clientId)).at(-2)).toMatchObject({
      action: 'admin.client_changed',
      details: { changes: { therapistId: { before: therapistId, after: supervisorId } } },
    })
  })

  test('are found by the client, the therapist, and a session by its id', async () => {
    const { clientId, sessionId, therapistId } = await clinic()
    await world.db
      .updateTable('users')
      .set({ last_name: 'Quimby', email: 'quimby@riverside.test', clinic_name: 'Unsearched' })
      .where('id', '=', therapistId)
      .execute()
    await world.db
      .updateTable('clients')
      .set({ last_name: 'Tannenbaum', email: 'tree@postbox.test' })
      .where('id', '=', clientId)
      .execute()
    const clients = async (search: string) => (await api.admin.listClients({ search })).items.map(({ id }) => id)
    const sessions = async (search: string) => (await api.admin.listSessions({ search })).items.map(({ id }) => id)
    for (const search of ['tannen', 'sam tannenbaum', 'quimby', 'quimby@riverside.test']) {
      expect([search, await clients(search), await sessions(search)]).toEqual([search, [clientId], [sessionId]])
    }
    expect(await clients('tree@postbox.test')).toEqual([clientId])
    for (const search of ['unsearched', 'nnenbaum']) {
      expect([search, await clients(search), await sessions(search)]).toEqual([search, [], []])
    }
    for (const id of [sessionId, sessionId.slice(0, 8).toUpperCase(), sessionId.slice(0, 18)]) {
      expect(await sessions(id)).toContain(sessionId)
    }
  })

  test('are narrowed by status, and sessions by day and type', async () => {
    const { clientId, therapistId } = await clinic()
    const word = `W${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
    await world.db
      .updateTable('clients')
      .set({ last_name: word, status: 'archived' })
      .where('id', '=', clientId)
      .execute()
    const statuses = ['all', 'active', 'inactive', 'pending', 'archived'] as const
    const totals = []
    for (const status of statuses) totals.push((await api.admin.listClients({ search: word, status })).total)
    expect(totals).toEqual([1, 0, 0, 0, 1])

    await world.db.updateTable('users').set({ time_zone: 'Pacific/Kiritimati' }).where('id', '=', adminId).execute()
    const day = (offset: number) => new Date(Date.now() + (14 + 24 * offset) * 3_600_000).toISOString().slice(0, 10)
    const owner = {
      client_id: clientId,
      therapist_id: therapistId,
      organization_id: (await api.admin.listClients({ search: word })).items[0]?.organization?.id ?? null,
      start_time: '23:30',
      end_time: '00:20',
    }
    await world.db
      .insertInto('sessions')
      .values([
        { ...owner, date: day(0), type: 'Group' },
        { ...owner, date: day(1), type: 'Initial Consultation' },
        { ...owner, date: day(-1), type: 'Couple' },
      ])
      .execute()
    const list = async (filter: Parameters<Api['admin']['listSessions']>[0]) =>
      (await api.admin.listSessions({ search: word, ...filter })).items.map((one) => [one.type, one.when])
    expect(await list({})).toEqual([
      ['Initial Consultation', 'upcoming'],
      ['Group', 'today'],
      ['Couple', 'past'],
      ['Individual', 'past'],
    ])
    expect(await list({ when: 'today' })).toEqual([['Group', 'today']])
    expect(await list({ when: 'upcoming' })).toEqual([['Initial Consultation', 'upcoming']])
    expect(await list({ kind: 'therapy' })).toEqual([
      ['Couple', 'past'],
      ['Individual', 'past'],
    ])
    expect(await list({ kind: 'group', when: 'past' })).toEqual([])
    expect(await list({ kind: 'consultation' })).toEqual([['Initial Consultation', 'upcoming']])
    const [over] = (await api.admin.listSessions({ search: word, when: 'today' })).items
    expect(over).toMatchObject({ startTime: '23:30', endTime: '00:20', durationMinutes: 50 })
  })

  test('with words that many have are told newest first, and how many is a lower bound', async () => {
    const { therapistId, organizationId } = await clinic()
    const rows = Array.from({ length: 1100 }, (_, n) => ({
      therapist_id: therapistId,
      organization_id: organizationId,
      first_name: 'Multitude',
      last_name: `N${n}`,
      created_at: new Date(Date.UTC(2026, 0, 1) + n * 1000),
    }))
    const made = await world.db.insertInto('clients').values(rows).returning('id').execute()
    const page = await api.admin.listClients({ search: 'multit' })
    expect(page.items.map(({ lastName }) => lastName)).toEqual(Array.from({ length: 100 }, (_, n) => `N${1099 - n}`))
    expect(page.isTotalExact).toBe(false)
    expect(page.total).toBeGreaterThan(100)
    const all = await api.admin.listClients({})
    expect([all.items.length, all.total, all.isTotalExact]).toEqual([100, 1000, false])
    const sessions = made.map(({ id }, n) => ({
      client_id: id,
      therapist_id: therapistId,
      organization_id: organizationId,
      date: `20${20 + (n % 5)}-01-0${1 + (n % 9)}`,
      start_time: '09:00',
      end_time: '09:50',
    }))
    await world.db.insertInto('sessions').values(sessions).execute()
    const latest = await api.admin.listSessions({ search: 'multit' })
    expect(latest.items).toHaveLength(100)
    expect(latest.isTotalExact).toBe(false)
    expect(latest.items.map(({ date }) => date)).toEqual(
      sessions
        .map(({ date }) => date)
        .toSorted()
        .toReversed()
        .slice(0, 100),
    )
  })

  test('show of a session what is administrative', async () => {
    const { sessionId, clientId, therapistId, organizationId } = await clinic()
    await api.admin.justify({ kind: 'session', id: sessionId, justification: 'Ticket 12.' })
    const details = await api.admin.getSession({ sessionId })
    expect(details).toMatchObject({
      id: sessionId,
      client: { id: clientId },
      therapist: { id: therapistId },
      organization: { id: organizationId },
      date: '2026-03-02',
      durationMinutes: 50,
      hasRecording: false,
      notesCount: 0,
    })
    await world.db.updateTable('notes').set({ version: 1 }).where('session_id', '=', sessionId).execute()
    expect((await api.admin.getSession({ sessionId })).notesCount).toBe(1)
  })
})
