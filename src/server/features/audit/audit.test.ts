import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TrailEvent } from '#shared/contract/audit.ts'
import { buildClient, buildMember, buildPlatformAdmin } from '#test/build.ts'
import { buildClinic, type Clinic, otherReaders, strangers } from '#test/clinic.ts'
import { createWorld, type World } from '#test/world.ts'
import { startTrailFile } from './csv.ts'
import { parseCursor } from './trail.ts'
import { actions, actionLabel } from './action-labels.ts'

let world: World
let clinic: Clinic
let clientId: string

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  clinic = await buildClinic(world)
  clientId = (await buildClient(world, { therapistId: clinic.therapistId })).id
})

const actionsOf = (items: readonly TrailEvent[]) => items.map(({ action }) => action)

/** Inserts events of a client from March 2026, two a minute. */
async function writeEvents(count: number, action = 'note.read', about = clientId) {
  const rows = Array.from({ length: count }, (_, n) => ({
    actor_id: clinic.therapistId,
    organization_id: clinic.organizationId,
    client_id: about,
    action,
    resource_type: 'note',
    chain: clinic.therapistId,
    seq: 1000 + n,
    at: new Date(Date.UTC(2026, 2, 1) + Math.floor(n / 2) * 60_000),
  }))
  await world.db.transaction().execute(async (db) => {
    // With this setting, the trigger that sets the current time does not run.
    await sql`set local session_replication_role = replica`.execute(db)
    await db.insertInto('audit_events').values(rows).execute()
  })
}

describe('audit trail of a client', () => {
  test('the trail of a client lists each user and action, newest first, to everyone who may see the client', async () => {
    await clinic.therapist.clients.get({ clientId })
    await clinic.owner.clients.get({ clientId })
    const { items, next } = await clinic.therapist.audit.ofClient({ clientId })
    expect(items.map(({ what, who }) => [what, who.name, who.isPlatformAdmin])).toEqual([
      ['Opened the client’s page', 'Robin Hale', false],
      ['Opened the client’s page', 'Robin Hale', false],
    ])
    expect(items[1]?.who.id).toBe(clinic.therapistId)
    expect(next).toBeNull()
    for (const who of otherReaders)
      expect((await clinic[who].audit.ofClient({ clientId })).items.length).toBeGreaterThan(2)
    const after = await clinic.therapist.audit.ofClient({ clientId })
    expect(after.items[0]?.action).toBe('client.trail_read')
  })

  test('the trail of a client rejects other users, anonymous callers and unknown ids', async () => {
    for (const who of strangers) {
      await expect(clinic[who].audit.ofClient({ clientId })).rejects.toMatchObject({ code: 'client_missing' })
    }
    await expect(clinic.anonymous.audit.ofClient({ clientId })).rejects.toMatchObject({ code: 'not_signed_in' })
    for (const id of [crypto.randomUUID(), 'none']) {
      await expect(clinic.therapist.audit.ofClient({ clientId: id })).rejects.toMatchObject({ code: 'client_missing' })
    }
  })

  test('the trail of a client shows access by Attend staff without their reason', async () => {
    const { api } = await buildPlatformAdmin(world)
    await api.admin.justify({ kind: 'client', id: clientId, justification: 'Secret ticket' })
    await api.admin.getClient({ clientId })
    const page = await clinic.therapist.audit.ofClient({ clientId })
    expect(page.items.map(({ action, who }) => [action, who.isPlatformAdmin])).toEqual([
      ['admin.client_read', true],
      ['admin.access_justified', true],
    ])
    expect(JSON.stringify(page)).not.toContain('Secret ticket')
  })

  test('the trail of a client pages through events with equal timestamps without gaps', async () => {
    await writeEvents(120)
    const seen: string[] = []
    let after: string | undefined
    for (let page = 0; page < 5; page++) {
      const { items, next } = await clinic.therapist.audit.ofClient({ clientId, ...(after && { after }) })
      seen.push(...items.filter(({ action }) => action === 'note.read').map(({ id }) => id))
      if (next === null) break
      after = next
    }
    expect(seen).toHaveLength(120)
    expect(new Set(seen).size).toBe(120)
  })
})

describe('audit trail of an organization', () => {
  test('the organization’s trail is shown to owner and admin only', async () => {
    await clinic.therapist.clients.get({ clientId })
    for (const who of ['owner', 'admin'] as const) {
      const { items } = await clinic[who].audit.ofOrganization({ action: 'client.read' })
      expect(items).toMatchObject([{ who: { id: clinic.therapistId }, about: 'Sam Okoro', clientId }])
    }
    for (const who of ['therapist', 'supervisor', 'colleague', 'otherSupervisor'] as const) {
      await expect(clinic[who].audit.ofOrganization({})).rejects.toMatchObject({ code: 'not_allowed' })
      await expect(clinic[who].audit.exportOfOrganization({})).rejects.toMatchObject({ code: 'not_allowed' })
      await expect(clinic[who].audit.choices()).rejects.toMatchObject({ code: 'not_allowed' })
    }
    expect(actionsOf((await clinic.otherOwner.audit.ofOrganization({})).items)).not.toContain('client.read')
  })

  test('the organization’s trail is filtered by user, action and days in the reader’s time zone', async () => {
    await writeEvents(3)
    await clinic.owner.clients.get({ clientId })
    const list = async (filter: Parameters<typeof clinic.owner.audit.ofOrganization>[0]) =>
      actionsOf((await clinic.owner.audit.ofOrganization(filter)).items)
    const personId = clinic.therapistId
    expect(await list({ personId })).toEqual(['note.read', 'note.read', 'note.read'])
    expect(await list({ personId, action: 'client.read' })).toEqual([])
    expect(await list({ action: 'client.read' })).toEqual(['client.read'])
    expect(await list({ from: '2026-03-01', to: '2026-03-01' })).toHaveLength(3)
    expect(await list({ to: '2026-02-28' })).toEqual([])
    expect(await list({ personId: crypto.randomUUID() })).toEqual([])
    const { id: owner } = await clinic.owner.accounts.me()
    await world.db.updateTable('users').set({ time_zone: 'America/New_York' }).where('id', '=', owner).execute()
    expect(await list({ from: '2026-02-28', to: '2026-02-28' })).toHaveLength(3)
    expect(await list({ from: '2026-03-01', to: '2026-03-01' })).toEqual([])
  })

  test('the organization’s trail does not name clients outside the organization, even in earlier events of its trail', async () => {
    const own = await buildClient(world, { therapistId: clinic.therapistId, organizationId: null, lastName: 'Private' })
    await writeEvents(1, 'client.read', own.id)
    const page = await clinic.owner.audit.ofOrganization({ action: 'client.read' })
    expect(page.items).toMatchObject([{ about: null, clientId: null }])
    expect(JSON.stringify(page)).not.toContain('Private')
  })

  test('the organization’s trail offers its users, and a label for every action, as filters', async () => {
    const former = await buildMember(world, { organizationId: clinic.organizationId })
    await clinic.owner.members.remove({ userId: former.userId })
    const { people, actions: offered } = await clinic.owner.audit.choices()
    expect(people.map(({ id }) => id)).toEqual(expect.arrayContaining([clinic.therapistId, former.userId]))
    expect(offered).toEqual(actions)
  })

  test('the organization’s trail is exported as a file, and the export is audited', async () => {
    await writeEvents(60)
    const { fileName, content } = await clinic.owner.audit.exportOfOrganization({ action: 'note.read' })
    expect(fileName).toMatch(/^audit-trail-\d{4}-\d\d-\d\d\.csv$/)
    const lines = content.split('\r\n')
    // Excel reads a file as UTF-8 only with the byte order mark.
    expect(lines[0]).toBe('\ufeff"Time (UTC)","Person","Viewing as","Event","About","Action","Address"')
    expect(lines).toHaveLength(62)
    expect(lines[60]).toBe('"2026-03-01T00:00:00.000Z","Robin Hale","","Read a note","Sam Okoro","note.read",""')
    expect(actionsOf((await clinic.owner.audit.ofOrganization({})).items)[0]).toBe('trail.exported')
  })
})

test('a long audit trail is exported completely, each event once', async () => {
  // These events fill two and a half batches. Pairs of events have the same timestamp.
  await writeEvents(2500)
  const { content } = await clinic.owner.audit.exportOfOrganization({ action: 'note.read' })
  const lines = content.split('\r\n').slice(1, -1)
  expect(lines).toHaveLength(2500)
  const moments = Map.groupBy(lines, (line) => line.slice(0, 26))
  expect([...moments.values()].every((events) => events.length === 2)).toBe(true)
  expect(lines).toEqual(lines.toSorted().toReversed())
})

describe('audit CSV file', () => {
  test('the audit CSV file escapes quotes and formulas in names', () => {
    const who = { id: null, name: '=HYPERLINK("x")', isPlatformAdmin: false }
    const event = { id: '1', at: '2026-03-01T00:00:00.000Z', who, action: 'a.b', what: 'A, b', viewingAs: null }
    const file = startTrailFile(new Date(0))
    file.add([{ ...event, about: '+1', clientId: null, ipAddress: null }])
    const { content } = file.finish()
    expect(content.split('\r\n')[1]).toBe(`"2026-03-01T00:00:00.000Z","'=HYPERLINK(""x"")","","A, b","'+1","a.b",""`)
  })
})

describe('cursor of the audit trail', () => {
  test.each([undefined, '', 'x', `2026-03-01|a|1`, `'; drop table x|${crypto.randomUUID()}|1`])(
    'parseCursor returns null for a missing or malformed cursor: %s',
    (after) => expect(parseCursor(after)).toBeNull(),
  )

  test.each(['2026-99-99 00:00:00+00', '2026-02-30 00:00:00+00', '2026-02-01 25:00:00+00', '2026-02-01 00:00:00+16'])(
    'parseCursor returns null for an invalid time: %s',
    (at) => expect(parseCursor(`${at}|${crypto.randomUUID()}|1`)).toBeNull(),
  )

  test.each(['2028-02-29 23:59:59.123456+00', '2026-01-05 00:00:00+05:30', '2026-01-05 00:00:00.5-12'])(
    'parseCursor accepts a time as the database prints it: %s',
    async (at) => {
      expect(parseCursor(`${at}|${crypto.randomUUID()}|1`)).toMatchObject({ at, seq: 1 })
      await expect(sql`select ${at}::timestamptz`.execute(world.db)).resolves.toBeDefined()
    },
  )
})

test('every audited action has a label', async () => {
  const files = (await readdir('src/server', { recursive: true })).filter(
    (file) => /\.(ts|sql)$/.test(file) && !/\.test\.ts$|labels\.ts$|types\.ts$/.test(file),
  )
  const found = new Set<string>()
  for (const file of files) {
    const text = await readFile(`src/server/${file}`, 'utf8')
    for (const [, action] of text.matchAll(/action: '([a-z_]+\.[a-z_]+)'/g)) found.add(action ?? '')
    for (const [, action] of text.matchAll(/'(admin\.[a-z_]+|viewing\.[a-z_]+)'/g)) found.add(action ?? '')
  }
  expect(found.size).toBeGreaterThan(60)
  expect([...found].filter((action) => actionLabel(action) === action)).toEqual([])
})
