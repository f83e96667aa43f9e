import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildMember, buildOrganization } from '#test/build.ts'
import { buildSigner, confirmIdentity, sign } from '#test/signing.ts'
import { createWorld, type World } from '#test/world.ts'
import { connectAs, refused, type RoleConnection } from './as-role.ts'

let world: World
let web: RoleConnection
let worker: RoleConnection
let owner: pg.Client
let ids: Record<'therapist' | 'supervisor' | 'owner' | 'colleague' | 'stranger', string>
let sessionId: string
let clientId: string
let holdId: string

const tables = ['record_releases', 'legal_holds', 'legal_hold_lifts'] as const

beforeAll(async () => {
  world = await createWorld()
  web = await connectAs(world, 'app_web')
  worker = await connectAs(world, 'app_worker')
  owner = new pg.Client({ connectionString: world.urls.app_owner })
  await owner.connect()
  const { id: organizationId, ownerId } = await buildOrganization(world)
  const supervisor = (await buildMember(world, { organizationId, role: 'supervisor' })).userId
  const signer = await buildSigner(world, { organizationId, managedBy: supervisor })
  ids = {
    therapist: signer.userId,
    supervisor,
    owner: ownerId,
    colleague: (await buildMember(world, { organizationId })).userId,
    stranger: (await buildOrganization(world)).ownerId,
  }
  ;({ clientId } = signer)
  sessionId = await signer.draft()
  await sign(signer.api, sessionId)
  await confirmIdentity(world, signer.userId)
  const mine = { clientId, requestId: randomUUID(), text: 'My thoughts.', confirmed: [] }
  await signer.api.psychotherapyNotes.add(mine)
  const day = new Date().toISOString().slice(0, 10)
  const { releases } = signer.api
  await releases.log({ clientId, requestId: randomUUID(), releasedOn: day, recipient: 'Court', contents: 'Notes' })
  const place = async () =>
    await releases.placeHold({ clientId, requestId: randomUUID(), startsOn: day, reason: 'Subpoena' })
  const [first] = (await place()).holds
  await releases.liftHold({ holdId: first?.id ?? '', reason: 'Closed' })
  holdId = (await place()).holds[1]?.id ?? ''
})
afterAll(async () => {
  await Promise.all([web.close(), worker.close(), owner.end()])
  await world.close()
})

/** SQL statements that change releases and holds, or that a hold forbids. */
const forbiddenStatements = (userId: string): string[] => [
  `update record_releases set released_on = released_on - 9`,
  `update legal_holds set reason = 'None.'`,
  `update legal_hold_lifts set reason = 'None.'`,
  ...tables.map((table) => `delete from ${table}`),
  `insert into record_releases (client_id, request_id, released_on, recipient, contents, time_zone, logged_by, logged_by_name)
     values ('${clientId}', gen_random_uuid(), current_date, 'Me', 'All', 'UTC', '${userId}', 'Me')`,
  `insert into legal_holds (client_id, request_id, starts_on, reason, placed_by, placed_by_name)
     values ('${clientId}', gen_random_uuid(), current_date, 'Mine', '${userId}', 'Me')`,
  `insert into legal_hold_lifts (hold_id, reason, lifted_by, lifted_by_name) values ('${holdId}', 'Mine', '${userId}', 'Me')`,
  `insert into note_supersessions (signature_id, session_id, kind, reason, superseded_by)
     select id, session_id, 'unlocked', 'Mine', '${userId}' from note_signatures`,
  `delete from sessions where id = '${sessionId}'`,
  `delete from recordings where session_id = '${sessionId}'`,
  `delete from transcripts where session_id = '${sessionId}'`,
  `delete from clients where id = '${clientId}'`,
]

describe('releases and legal holds', () => {
  test('are read by readers of the client’s record only, and by no job', async () => {
    for (const [name, sees] of Object.entries({
      therapist: true,
      supervisor: true,
      owner: true,
      colleague: false,
      stranger: false,
    })) {
      const id = Object.entries(ids).find(([known]) => known === name)?.[1] ?? null
      for (const table of tables) {
        const { rowCount } = await web.as(id, `select from ${table}`)
        expect([name, table, rowCount !== 0]).toEqual([name, table, sees])
      }
    }
    for (const table of tables) {
      expect((await web.as(null, `select from ${table}`)).rowCount).toBe(0)
      expect(await worker.outcome(ids.therapist, `select from ${table}`)).toBe(refused)
    }
  })

  test.each(['app_web', 'app_worker'] as const)(
    '%s can neither change them nor get around them in SQL',
    async (role) => {
      const connection = role === 'app_web' ? web : worker
      for (const id of [ids.therapist, ids.owner])
        for (const statement of forbiddenStatements(id))
          expect([statement, await connection.outcome(id, statement)]).toEqual([statement, refused])
    },
  )

  test('neither the owner of the tables nor a superuser changes or deletes them while the triggers are enabled', async () => {
    for (const table of tables) {
      for (const statement of [`update ${table} set organization_id = null`, `delete from ${table}`]) {
        await expect(owner.query(statement)).rejects.toMatchObject({ code: '55000' })
      }
      await expect(world.db.deleteFrom(table).execute()).rejects.toMatchObject({ code: '55000' })
    }
  })

  test('the functions reject other users, and reject unlocking and deleting under a hold', async () => {
    const log = `app.log_release('${clientId}', gen_random_uuid(), current_date - 1, 'Me', 'All')`
    const place = `app.place_hold('${clientId}', gen_random_uuid(), current_date - 1, 'Mine')`
    const lift = `app.lift_hold('${holdId}', 'Mine')`
    for (const id of [ids.supervisor, ids.colleague, ids.stranger, null])
      for (const call of [log, place, lift])
        expect([call, (await web.as(id, `select ${call} as code`)).rows[0]]).toEqual([call, { code: 'not_allowed' }])
    for (const call of [log, place, lift]) expect(await worker.outcome(ids.therapist, `select ${call}`)).toBe(refused)
    const unlock = `select app.unlock_note('${sessionId}', 'Mine') as code`
    expect((await web.as(ids.therapist, unlock)).rows[0]).toEqual({ code: 'record_on_hold' })
  })

  test('the author cannot delete a psychotherapy note of a record on hold in SQL', async () => {
    const deletion = 'delete from psychotherapy_notes'
    const lifting = `select app.lift_hold('${holdId}', 'Closed')`
    expect((await web.as(ids.therapist, deletion)).rowCount).toBe(0)
    expect((await web.as(ids.therapist, lifting, deletion)).rowCount).toBe(1)
  })

  test('the right to lock a record does not allow changing its client', async () => {
    const change = `select set_config('app.record_to_lock', '${clientId}', true)`
    await owner.query('begin')
    await owner.query(change)
    await expect(owner.query(`update clients set first_name = 'Mine' where id = '${clientId}'`)).rejects.toMatchObject({
      code: '42501',
    })
    await owner.query('rollback')
  })
})
