import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildRecord } from '#test/authorization/records.ts'
import { buildClient, buildMember, buildOrganization, buildSession, buildUser } from '#test/build.ts'
import { waitForLockWait } from '#test/lock-waits.ts'
import { buildTransfer, setStatus, type Transfer } from '#test/transfer.ts'
import { wav } from '#test/upload.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let organizationId: Transfer['organizationId']
let from: Transfer['from']
let to: Transfer['to']
let owner: Transfer['owner']
let admin: Transfer['admin']
let therapist: Transfer['therapist']
let nextTherapist: Transfer['nextTherapist']
let buildIdleRecord: Transfer['buildIdleRecord']

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

beforeEach(async () => {
  ;({ organizationId, from, to, owner, admin, therapist, nextTherapist, buildIdleRecord } = await buildTransfer(world))
})

/** Lists the tables with a therapist column. `of` is the column that identifies the client in a table. */
async function tablesOfTherapists(): Promise<{ name: string; of: string }[]> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname as name, array_agg(a.attname::text) as columns from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'therapist_id')
    group by 1 order by 1`.execute(world.db)
  return rows.map(({ name, columns }) => {
    const keys = ['client_id', 'session_id', 'upload_id']
    const of = name === 'clients' ? 'id' : keys.find((key) => columns.includes(key))
    if (of === undefined) throw new Error(`${name} has no column that identifies the client`)
    return { name, of }
  })
}

/** Counts a client's rows per table and therapist. */
async function countByTherapist(clientId: string): Promise<Record<string, Record<string, number>>> {
  const ids: Record<string, ReturnType<typeof sql>> = {
    id: sql`select ${clientId}::uuid`,
    client_id: sql`select ${clientId}::uuid`,
    session_id: sql`select id from sessions where client_id = ${clientId}`,
    upload_id: sql`select id from uploads where client_id = ${clientId}`,
  }
  const counts: Record<string, Record<string, number>> = {}
  for (const { name, of } of await tablesOfTherapists()) {
    const { rows } = await sql<{ therapist: string; count: number }>`
      select therapist_id as therapist, count(*)::int as count from ${sql.table(name)}
      where ${sql.ref(of)} in (${ids[of] ?? sql`select null::uuid`}) group by 1`.execute(world.db)
    counts[name] = Object.fromEntries(rows.map((row) => [row.therapist, row.count]))
  }
  return counts
}

const eventsAbout = (clientId: string) =>
  world.db
    .selectFrom('audit_events')
    .where('client_id', '=', clientId)
    .where('action', '=', 'client.transferred')
    .select(['details', 'organization_id', 'resource_id'])
    .execute()

describe('transferring a client', () => {
  test('a transfer moves the client’s rows in every table, including tables added later', async () => {
    const { clientId } = await buildIdleRecord()
    const before = await countByTherapist(clientId)
    for (const [table, holders] of Object.entries(before))
      expect([table, Object.keys(holders)]).toEqual([table, [from]])
    expect(await owner.clients.transfer({ clientId, therapistId: to, mayStayUnsigned: true })).toMatchObject({
      id: clientId,
      therapistId: to,
    })
    const moved = Object.entries(before).map(([table, holders]) => [table, { [to]: holders[from] }])
    expect(await countByTherapist(clientId)).toEqual(Object.fromEntries(moved))
    expect(await eventsAbout(clientId)).toEqual([
      { details: { from, to }, organization_id: organizationId, resource_id: clientId },
    ])
  })

  test('a transfer gives access to the next therapist and ends the access of the former one', async () => {
    const { clientId, sessionId, marker } = await buildIdleRecord()
    await owner.clients.transfer({ clientId, therapistId: to, mayStayUnsigned: true })
    expect(await nextTherapist.notes.get({ sessionId })).toMatchObject({ note: { version: 2 } })
    expect(await nextTherapist.transcripts.get({ sessionId })).toBeTruthy()
    expect((await nextTherapist.notes.list({ search: marker })).items.length).toBeGreaterThan(0)
    // The next therapist can play the recording, whose name in the file store has not changed.
    const headers = await world.headersOf(to)
    const link = await fetch(`${world.url}/api/sessions/${sessionId}/playback`, { method: 'POST', headers })
    const audio = await fetch(world.url + (await link.json()).url, { headers })
    expect([audio.status, (await audio.arrayBuffer()).byteLength]).toEqual([200, wav(0.2).length])

    await expect(therapist.clients.get({ clientId })).rejects.toMatchObject({ code: 'client_missing' })
    await expect(therapist.notes.get({ sessionId })).rejects.toMatchObject({ code: 'session_missing' })
    await expect(therapist.recordings.playback({ sessionId })).rejects.toMatchObject({ code: 'session_missing' })
    expect((await therapist.notes.list({ search: marker })).items).toEqual([])
    expect(await therapist.clients.list({ status: 'all' })).toMatchObject({ total: 0 })
  })

  test('a transfer changes no timestamps', async () => {
    const { clientId, sessionId } = await buildIdleRecord()
    const longAgo = new Date('2026-01-05T10:00:00Z')
    await sql`alter table notes disable trigger touch`.execute(world.db)
    await world.db.updateTable('notes').set({ updated_at: longAgo }).where('session_id', '=', sessionId).execute()
    await sql`alter table notes enable trigger touch`.execute(world.db)
    await owner.clients.transfer({ clientId, therapistId: to, mayStayUnsigned: true })
    await owner.clients.transfer({ clientId, therapistId: from, mayStayUnsigned: true })
    const note = world.db.selectFrom('notes').where('session_id', '=', sessionId).select('updated_at')
    expect((await note.executeTakeFirst())?.updated_at).toEqual(longAgo)
    await therapist.notes.save({
      sessionId,
      baseVersion: 2,
      noteType: 'SOAP',
      sections: [{ title: 'Subjective', content: 'Slept well.' }],
    })
    expect((await note.executeTakeFirst())?.updated_at.getTime()).toBeGreaterThan(longAgo.getTime())
  })

  test('a transfer does not move other clients of either therapist', async () => {
    const { clientId } = await buildIdleRecord()
    const other = await buildIdleRecord()
    const before = await countByTherapist(other.clientId)
    await owner.clients.transfer({ clientId, therapistId: to, mayStayUnsigned: true })
    expect(await countByTherapist(other.clientId)).toEqual(before)
  })

  test('a transfer needs a confirmation if it leaves notes that no one could sign', async () => {
    const { clientId } = await buildIdleRecord()
    const open = world.db.selectFrom('notes').where('client_id', '=', clientId).where('status', '=', 'draft')
    const count = (await open.select('session_id').execute()).length
    await expect(owner.clients.transfer({ clientId, therapistId: to })).rejects.toMatchObject({
      code: 'client_unsigned',
      status: 409,
      message: expect.stringMatching(
        new RegExp(
          `^Notes of this client that .+ has not signed: ${count}\\. After the transfer, no one can sign them;`,
        ),
      ),
    })
    expect(await owner.clients.get({ clientId })).toMatchObject({ therapistId: from })
    expect(await eventsAbout(clientId)).toEqual([])
    await world.db.updateTable('notes').set({ status: 'signed' }).where('client_id', '=', clientId).execute()
    expect(await owner.clients.transfer({ clientId, therapistId: to })).toMatchObject({ therapistId: to })
  })

  test('a transfer needs no confirmation for notes of a therapist who cannot sign them anyway', async () => {
    const { clientId } = await buildIdleRecord()
    await world.db.updateTable('users').set({ is_active: false }).where('id', '=', from).execute()
    expect(await owner.clients.transfer({ clientId, therapistId: to })).toMatchObject({ therapistId: to })
  })

  test('a transfer to the current therapist changes nothing', async () => {
    const { clientId } = await buildIdleRecord()
    await owner.clients.transfer({ clientId, therapistId: from })
    expect(await eventsAbout(clientId)).toEqual([])
  })

  test('a transfer can be reversed', async () => {
    const { clientId } = await buildIdleRecord()
    await owner.clients.transfer({ clientId, therapistId: to, mayStayUnsigned: true })
    await admin.clients.transfer({ clientId, therapistId: from, mayStayUnsigned: true })
    expect(await therapist.clients.get({ clientId })).toMatchObject({ therapistId: from })
  })
})

describe('permission to transfer', () => {
  test('only owner and admin of the client’s organization may transfer a client', async () => {
    const supervisor = await buildMember(world, { organizationId, role: 'supervisor' })
    await world.db
      .updateTable('organization_members')
      .set({ managed_by: supervisor.userId })
      .where('user_id', '=', from)
      .execute()
    const { id: clientId } = await buildClient(world, { therapistId: from, organizationId })
    for (const api of [therapist, nextTherapist, await world.as(supervisor.userId)])
      await expect(api.clients.transfer({ clientId, therapistId: to })).rejects.toMatchObject({ code: 'not_allowed' })
    const stranger = await world.as((await buildOrganization(world)).ownerId)
    await expect(stranger.clients.transfer({ clientId, therapistId: to })).rejects.toMatchObject({
      code: 'client_missing',
    })
    const unrelated = await world.as(await buildUser(world))
    await expect(unrelated.clients.transfer({ clientId, therapistId: to })).rejects.toMatchObject({
      code: 'no_organization',
    })
    await expect(world.anonymous.clients.transfer({ clientId, therapistId: to })).rejects.toMatchObject({
      code: 'not_signed_in',
    })
    expect(await admin.clients.transfer({ clientId, therapistId: to })).toMatchObject({ therapistId: to })
  })

  test('a client can be transferred only to an active member of the organization, of any role', async () => {
    const { id: clientId } = await buildClient(world, { therapistId: from, organizationId })
    const stranger = (await buildMember(world)).userId
    const inactive = await buildUser(world, { isActive: false })
    await buildMember(world, { organizationId, userId: inactive })
    for (const therapistId of [stranger, inactive, randomUUID(), 'no-such-thing'])
      await expect(owner.clients.transfer({ clientId, therapistId })).rejects.toMatchObject({
        code: 'transfer_target',
        message: 'Choose an active member of your organization.',
      })
    const { id: adminId } = await admin.accounts.me()
    expect(await owner.clients.transfer({ clientId, therapistId: adminId })).toMatchObject({ therapistId: adminId })
  })

  test('a client without organization cannot be transferred', async () => {
    const { id: clientId } = await buildClient(world, { therapistId: from, organizationId: null })
    await expect(owner.clients.transfer({ clientId, therapistId: to })).rejects.toMatchObject({
      code: 'client_missing',
    })
    const { id: ownerId } = await owner.accounts.me()
    const { id: own } = await buildClient(world, { therapistId: ownerId, organizationId: null })
    await expect(owner.clients.transfer({ clientId: own, therapistId: to })).rejects.toMatchObject({
      code: 'client_missing',
    })
  })
})

describe('transfer during processing', () => {
  const busy = {
    code: 'client_busy',
    status: 409,
    message:
      'A session of this client is being recorded or its note is being generated. Transfer the client when it is ready.',
  }

  test('a transfer is rejected while a session is recorded', async () => {
    const { clientId, liveSessionId } = await buildRecord(world, { therapistId: from, organizationId })
    await expect(owner.clients.transfer({ clientId, therapistId: to, mayStayUnsigned: true })).rejects.toMatchObject(
      busy,
    )
    expect(await therapist.clients.get({ clientId })).toMatchObject({ therapistId: from })
    await therapist.recordings.discard({ sessionId: liveSessionId })
    expect(await owner.clients.transfer({ clientId, therapistId: to, mayStayUnsigned: true })).toMatchObject({
      therapistId: to,
    })
  })

  test('a transfer is rejected while a note or analysis is in progress', async () => {
    const { clientId, sessionId } = await buildIdleRecord()
    await therapist.notes.changeType({ sessionId, noteType: 'DAP' })
    await expect(owner.clients.transfer({ clientId, therapistId: to })).rejects.toMatchObject(busy)
    await sql`update pgboss.job set state = 'completed' where data->>'sessionId' = ${sessionId}`.execute(world.db)
    await sql`insert into pgboss.job (name, data) values ('insights.analyze', ${JSON.stringify({ sessionId, userId: from })})`.execute(
      world.db,
    )
    await expect(owner.clients.transfer({ clientId, therapistId: to })).rejects.toMatchObject(busy)
  })

  test('a transfer is rejected while a session waits to be run again', async () => {
    const { clientId, sessionId } = await buildIdleRecord()
    await sql`insert into pgboss.job (name, data) values ('sessions.run_again', ${JSON.stringify({ sessionId, userId: from })})`.execute(
      world.db,
    )
    await expect(owner.clients.transfer({ clientId, therapistId: to, mayStayUnsigned: true })).rejects.toMatchObject(
      busy,
    )
  })

  test('a transfer from a former member succeeds, and marks interrupted work as failed so that it can be retried', async () => {
    const record = await buildRecord(world, { therapistId: from, organizationId })
    const { clientId, sessionId, bareSessionId, liveSessionId } = record
    await setStatus(world, bareSessionId, 'processing')
    await world.db
      .updateTable('session_progress')
      .set({ stage: 'transcribing', percent: 40, error: null, error_code: null })
      .where('session_id', '=', bareSessionId)
      .execute()
    await therapist.notes.changeType({ sessionId, noteType: 'DAP' })
    await owner.members.remove({ userId: from, mayInterrupt: true, mayStayUnsigned: true })
    await owner.clients.transfer({ clientId, therapistId: to })

    const interrupted = 'This was interrupted when the client was transferred to another therapist. Try again.'
    expect(await nextTherapist.notes.get({ sessionId })).toMatchObject({
      note: { state: 'failed', version: 2, error: interrupted },
    })
    expect(await nextTherapist.sessions.get({ sessionId })).toMatchObject({ status: 'completed' })
    expect(await nextTherapist.sessions.get({ sessionId: bareSessionId })).toMatchObject({ status: 'failed' })
    expect(await nextTherapist.recordings.processAgain({ sessionId: bareSessionId })).toEqual({
      sessionId: bareSessionId,
    })
    // The recording has not ended, and the next therapist can end it.
    expect((await nextTherapist.recordings.unfinished()).items.map((open) => open.sessionId)).toEqual([liveSessionId])
    expect((await owner.members.list()).former).toEqual([])
  })

  test('a transfer from a deactivated account succeeds', async () => {
    const { clientId } = await buildRecord(world, { therapistId: from, organizationId })
    await world.db.updateTable('users').set({ is_active: false }).where('id', '=', from).execute()
    expect(await owner.clients.transfer({ clientId, therapistId: to })).toMatchObject({ therapistId: to })
  })
})

describe('concurrent transfers', () => {
  test('two parallel transfers leave all rows with one therapist', async () => {
    const third = (await buildMember(world, { organizationId })).userId
    const { clientId } = await buildIdleRecord()
    await Promise.all([
      owner.clients.transfer({ clientId, therapistId: to, mayStayUnsigned: true }),
      admin.clients.transfer({ clientId, therapistId: third, mayStayUnsigned: true }),
    ])
    const holders = Object.values(await countByTherapist(clientId)).flatMap((table) => Object.keys(table))
    expect(new Set(holders).size).toBe(1)
  })

  test('a session scheduled during a transfer stays with the client’s therapist or is rejected', async () => {
    for (let round = 0; round < 8; round++) {
      const { id: clientId } = await buildClient(world, { therapistId: from, organizationId })
      await buildSession(world, { clientId })
      const date = `2026-04-${String(round + 1).padStart(2, '0')}`
      await Promise.allSettled([
        owner.clients.transfer({ clientId, therapistId: to }),
        therapist.sessions.schedule({ clientId, date, startTime: '09:00', durationMinutes: 50 }),
        therapist.sessions.schedule({ clientId, date, startTime: '10:00', durationMinutes: 50 }),
      ])
      const counts = await countByTherapist(clientId)
      const holders = Object.values(counts).flatMap((table) => Object.keys(table))
      expect([round, new Set(holders).size]).toEqual([round, 1])
    }
  })

  test('the event and the notices of a transfer name the therapist that another transfer has just chosen', async () => {
    const { id: clientId } = await buildClient(world, { therapistId: from, organizationId })
    const { userId: third } = await buildMember(world, { organizationId })
    await Promise.all([
      owner.clients.transfer({ clientId, therapistId: to }),
      admin.clients.transfer({ clientId, therapistId: third }),
    ])
    const last = (await owner.clients.get({ clientId })).therapistId
    const middle = last === to ? third : to
    const events = world.db
      .selectFrom('audit_events')
      .where('action', '=', 'client.transferred')
      .where('client_id', '=', clientId)
      .orderBy('at')
      .select('details')
    expect((await events.execute()).map(({ details }) => details)).toEqual([
      { from, to: middle },
      { from: middle, to: last },
    ])
    const notices = world.db.selectFrom('notices').where('client_id', '=', clientId).select(['user_id', 'kind'])
    const received = (await notices.execute()).map(({ user_id, kind }) => `${user_id} ${kind}`)
    expect(received.toSorted()).toEqual(
      [
        `${from} client_given`,
        `${middle} client_received`,
        `${middle} client_given`,
        `${last} client_received`,
      ].toSorted(),
    )
  })

  test('a row whose insert waited for the transfer is rejected', async () => {
    const { id: clientId } = await buildClient(world, { therapistId: from, organizationId })
    const mover = new pg.Client({ connectionString: world.urls.app_owner })
    const writer = new pg.Client({ connectionString: world.urls.app_web })
    await Promise.all([mover.connect(), writer.connect()])
    try {
      const token = randomUUID()
      const expires_at = new Date(Date.now() + 60_000)
      await world.db.insertInto('auth_sessions').values({ user_id: from, token, expires_at }).execute()
      await writer.query('begin')
      await writer.query(`select app.enter_session($1, '', '')`, [token])
      await mover.query('begin')
      await mover.query(`select app.apply_transfer($1, $2, $3, 'x', false)`, [organizationId, clientId, to])
      // The policy check still finds the former therapist. The foreign-key check waits until the transfer is committed.
      const insert = writer.query(
        `insert into sessions (organization_id, therapist_id, client_id, date, start_time, end_time)
         values ($1, $2, $3, '2026-04-01', '09:00', '09:50')`,
        [organizationId, from, clientId],
      )
      const outcome = insert.then(
        () => 'done',
        (error: unknown) => (error instanceof pg.DatabaseError ? error.code : error),
      )
      await waitForLockWait(world)
      await mover.query('commit')
      expect(await outcome).toBe('42501')
    } finally {
      await Promise.all([mover.end(), writer.end()])
    }
  })
})
