import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AdminHarness, openAdminHarness, outcome } from '#test/admin-harness.ts'
import { buildMember, buildPlatformAdmin } from '#test/build.ts'
import type { Api, World } from '#test/world.ts'

let harness: AdminHarness
let world: World
let adminId: string
let api: Api

beforeAll(async () => {
  harness = await openAdminHarness()
  ;({ world, adminId, api } = harness)
})
afterAll(() => harness.close())

describe('admin panel: clients and sessions', () => {
  test('an admin can open a client or session only after stating a reason, and only in the sign-in that stated it', async () => {
    const { clientId, sessionId } = await harness.newClinic()
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

  test('an access reason is stored in the audit trail only, and opens its record for 15 minutes', async () => {
    const { clientId, organizationId } = await harness.newClinic()
    const justification = `Ticket ${crypto.randomUUID()}`
    const { accessUntil } = await api.admin.justify({
      kind: 'client',
      id: clientId,
      justification: ` ${justification} `,
    })
    const minutes = (new Date(accessUntil).getTime() - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(15.1)
    expect(await harness.eventsOf(clientId)).toEqual([
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

  test('an empty access reason and a missing record are rejected', async () => {
    const { clientId } = await harness.newClinic()
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

  test('a client opened by a platform admin shows administrative details; changed fields are saved and audited', async () => {
    const { clientId, therapistId, organizationId } = await harness.newClinic()
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
    expect((await harness.eventsOf(clientId)).filter((event) => event.action === 'admin.client_changed')).toEqual([
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

  test('the notes of a client whom a platform admin renames are found under the new name only', async () => {
    const { clientId, sessionId, therapistId } = await harness.newClinic()
    await api.admin.justify({ kind: 'client', id: clientId, justification: 'Ticket 12.' })
    await api.admin.updateClient({ clientId, lastName: 'Diaz' })
    const therapist = await world.as(therapistId)
    const find = async (search: string) => (await therapist.notes.list({ search })).items.map((note) => note.sessionId)
    expect([await find('diaz'), await find('okoro')]).toEqual([[sessionId], []])
  })

  test('platform admins transfer clients only to therapists of the same organization', async () => {
    const { clientId, sessionId, therapistId, supervisorId, organizationId } = await harness.newClinic()
    const elsewhere = await buildMember(world)
    await api.admin.justify({ kind: 'client', id: clientId, justification: 'Ticket 12.' })
    const choices = await api.admin.therapists({ organizationId })
    expect(choices.map((person) => person.id)).toEqual(expect.arrayContaining([therapistId, supervisorId]))
    expect(await outcome(api.admin.updateClient({ clientId, therapistId: elsewhere.userId }))).toBe('transfer_target')
    const changed = await api.admin.updateClient({ clientId, therapistId: supervisorId, mayStayUnsigned: true })
    expect(changed.therapist.id).toBe(supervisorId)
    expect(await outcome((await world.as(supervisorId)).sessions.get({ sessionId }))).toBe('ok')
    expect(await outcome((await world.as(therapistId)).sessions.get({ sessionId }))).toBe('session_missing')
    expect((await harness.eventsOf(clientId)).at(-2)).toMatchObject({
      action: 'admin.client_changed',
      details: { changes: { therapistId: { before: therapistId, after: supervisorId } } },
    })
  })

  test('platform admins find clients and sessions by names of client and therapist, and sessions by id', async () => {
    const { clientId, sessionId, therapistId } = await harness.newClinic()
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
    for (const id of [sessionId, sessionId.slice(-8).toUpperCase(), sessionId.slice(0, 18)]) {
      expect(await sessions(id)).toContain(sessionId)
    }
  })

  test('platform admins read and search access reasons', async () => {
    const { clientId, sessionId, organizationId } = await harness.newClinic()
    const word = `Ticket ${crypto.randomUUID()}`
    await api.admin.justify({ kind: 'client', id: clientId, justification: `Billing question, ${word}` })
    await api.admin.justify({ kind: 'session', id: sessionId, justification: `Wrong date, ${word}` })
    const reasons = async (kind?: 'client' | 'session') =>
      (await api.admin.listAccessReasons({ search: word, ...(kind && { kind }) })).items
    expect(await reasons()).toMatchObject([
      { kind: 'session', recordId: sessionId, justification: `Wrong date, ${word}`, admin: { id: adminId } },
      {
        kind: 'client',
        recordId: clientId,
        justification: `Billing question, ${word}`,
        client: { firstName: 'Sam', lastName: 'Okoro' },
        organization: { id: organizationId },
      },
    ])
    expect((await reasons('client')).map(({ recordId }) => recordId)).toEqual([clientId])
    expect((await api.admin.listAccessReasons({ search: `${word} nothing` })).items).toEqual([])
    const { items, total } = await api.admin.listAccessReasons({ search: 'okoro' })
    expect([items.length > 1, total >= items.length]).toEqual([true, true])
  })

  test('a search of access reasons that leaves out older reasons shows its total as a lower bound', async () => {
    const { clientId, sessionId } = await harness.newClinic()
    const word = `Ticket ${crypto.randomUUID()}`
    const find = async (kind: 'client' | 'session', search = word) => {
      const { total, isTotalExact } = await api.admin.listAccessReasons({ search, kind })
      return { total, isTotalExact }
    }
    await api.admin.justify({ kind: 'session', id: sessionId, justification: `Wrong date, ${word}` })
    await api.admin.justify({ kind: 'client', id: clientId, justification: `An older reason, ${word}` })
    expect(await find('client')).toEqual({ total: 1, isTotalExact: true })
    await world.db.transaction().execute(async (db) => {
      // Without the trigger that chains the events one after another, which takes long.
      await sql`set local session_replication_role = replica`.execute(db)
      await sql`insert into audit_events (seq, actor_id, action, resource_type, details)
        select 1000000 + n, ${adminId}, 'admin.access_justified', 'client', '{"justification": "A later reason"}'
        from generate_series(1, 5000) n`.execute(db)
    })
    await api.admin.justify({ kind: 'client', id: clientId, justification: `A later reason, ${word}` })
    expect(await find('client')).toEqual({ total: 1, isTotalExact: false })
    expect(await find('client', `${word} nothing`)).toEqual({ total: 0, isTotalExact: false })
    expect(await find('session')).toEqual({ total: 1, isTotalExact: true })
    await world.db.deleteFrom('audit_events').where('seq', '>', 1_000_000).execute()
  })

  test('platform admins filter clients by status, and sessions by day and type', async () => {
    const { clientId, therapistId } = await harness.newClinic()
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

  test('an admin search for common words lists the newest matches first, with a lower bound of their number', async () => {
    const { therapistId, organizationId } = await harness.newClinic()
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

  test('a session opened by a platform admin shows administrative details only', async () => {
    const { sessionId, clientId, therapistId, organizationId } = await harness.newClinic()
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
