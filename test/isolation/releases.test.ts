import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmIdentity } from '#test/signing.ts'
import type { World } from '#test/world.ts'
import { createRoleWorld, refused, type RoleConnection } from './as-role.ts'
import { buildNoteWithReaders, type People, readersOf } from './note-with-readers.ts'

let world: World
let web: RoleConnection
let worker: RoleConnection
let owner: RoleConnection
let close: () => Promise<void>
let ids: People
let sessionId: string
let clientId: string
let holdId: string

const tables = ['record_releases', 'legal_holds', 'legal_hold_lifts'] as const

beforeAll(async () => {
  ;({ world, web, worker, owner, close } = await createRoleWorld())
  const note = await buildNoteWithReaders(world)
  ;({ ids, sessionId } = note)
  ;({ clientId } = note.signer)
  await confirmIdentity(world, ids.therapist)
  const { psychotherapyNotes, releases } = note.signer.api
  const mine = { clientId, requestId: randomUUID(), text: 'My thoughts.', confirmed: [] }
  await psychotherapyNotes.add(mine)
  const day = new Date().toISOString().slice(0, 10)
  await releases.log({ clientId, requestId: randomUUID(), releasedOn: day, recipient: 'Court', contents: 'Notes' })
  const place = async () =>
    await releases.placeHold({ clientId, requestId: randomUUID(), startsOn: day, reason: 'Subpoena' })
  const [first] = (await place()).holds
  await releases.liftHold({ holdId: first?.id ?? '', reason: 'Closed' })
  holdId = (await place()).holds[1]?.id ?? ''
})
afterAll(() => close())

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
  test('releases and legal holds are read by readers of the client’s record only, and by no job', async () => {
    for (const table of tables) {
      expect([table, await readersOf(web, ids, table)]).toEqual([table, ['therapist', 'supervisor', 'owner']])
      expect((await web.as(null, `select from ${table}`)).rowCount).toBe(0)
      expect(await worker.outcome(ids.therapist, `select from ${table}`)).toBe(refused)
    }
  })

  test.each(['app_web', 'app_worker'] as const)(
    '%s can neither change releases and legal holds nor unlock or delete despite them in SQL',
    async (role) => {
      const connection = role === 'app_web' ? web : worker
      for (const id of [ids.therapist, ids.owner])
        for (const statement of forbiddenStatements(id))
          expect([statement, await connection.outcome(id, statement)]).toEqual([statement, refused])
    },
  )

  test('neither the owner of the tables nor a superuser changes or deletes releases and legal holds while the triggers are enabled', async () => {
    for (const table of tables) {
      for (const statement of [`update ${table} set organization_id = null`, `delete from ${table}`]) {
        expect(await owner.outcome(null, statement)).toBe('55000')
      }
      await expect(world.db.deleteFrom(table).execute()).rejects.toMatchObject({ code: '55000' })
    }
  })

  test('the functions of releases and holds reject other users, and a hold rejects unlocking and deleting', async () => {
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
    const rename = `update clients set first_name = 'Mine' where id = '${clientId}'`
    expect(await owner.outcome(null, change, rename)).toBe(refused)
  })
})
