import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
let amendmentId: string

const tables = ['amendment_requests', 'amendment_steps'] as const

beforeAll(async () => {
  ;({ world, web, worker, owner, close } = await createRoleWorld())
  const note = await buildNoteWithReaders(world)
  ;({ ids, sessionId } = note)
  const receivedOn = new Date().toISOString().slice(0, 10)
  const text = 'Please correct the name.'
  const { amendments } = note.signer.api
  ;({ id: amendmentId } = await amendments.log({
    sessionId,
    requestId: randomUUID(),
    receivedOn,
    channel: 'phone',
    text,
  }))
  await amendments.deny({ amendmentId, denialReason: 'accurate', basis: 'It is her name.' })
})
afterAll(() => close())

/** SQL statements that change requests and their steps. */
const forbiddenStatements = (userId: string): string[] => [
  `update amendment_requests set text = 'None.'`,
  `update amendment_requests set received_on = received_on - 1, due_on = due_on - 1`,
  `update amendment_steps set kind = 'accepted'`,
  `update amendment_steps set text = 'None.'`,
  'delete from amendment_steps',
  'delete from amendment_requests',
  `insert into amendment_requests (client_id, session_id, request_id, received_on, due_on, channel, text, logged_by, logged_by_name)
     select client_id, session_id, gen_random_uuid(), received_on, due_on, channel, text, '${userId}', 'Me' from amendment_requests`,
  `insert into amendment_steps (amendment_id, kind, due_on, text, made_by, made_by_name)
     values ('${amendmentId}', 'extended', current_date, 'Later.', '${userId}', 'Me')`,
]

describe('amendment requests', () => {
  test('amendment requests are read by readers of the client’s record only, and by no job', async () => {
    for (const table of tables) {
      expect([table, await readersOf(web, ids, table)]).toEqual([table, ['therapist', 'supervisor', 'owner']])
      expect((await web.as(null, `select from ${table}`)).rowCount).toBe(0)
      expect(await worker.outcome(ids.therapist, `select from ${table}`)).toBe(refused)
    }
  })

  test.each(['app_web', 'app_worker'] as const)(
    '%s can neither insert, change nor delete amendment requests in SQL',
    async (role) => {
      const connection = role === 'app_web' ? web : worker
      for (const statement of forbiddenStatements(ids.therapist))
        for (const id of [ids.therapist, ids.owner])
          expect([statement, await connection.outcome(id, statement)]).toEqual([statement, refused])
    },
  )

  test('neither the owner of the tables nor a superuser changes or deletes amendment requests while the triggers are enabled', async () => {
    for (const table of tables) {
      for (const statement of [`update ${table} set text = 'None.'`, `delete from ${table}`]) {
        expect(await owner.outcome(null, statement)).toBe('55000')
      }
      await expect(world.db.deleteFrom(table).execute()).rejects.toMatchObject({ code: '55000' })
    }
  })

  test('the functions of amendment requests reject other users', async () => {
    const log = `app.log_amendment('${sessionId}', gen_random_uuid(), current_date - 1, 'letter', 'Mine.')`
    const step = `app.add_amendment_step('${amendmentId}', 'statement', 'Mine.', null)`
    const others = [ids.supervisor, ids.colleague, ids.stranger]
    for (const id of others)
      expect((await web.as(id, `select ${log} as code`)).rows[0]).toEqual({ code: 'not_allowed' })
    for (const id of [...others, null])
      expect((await web.as(id, `select ${step} as code`)).rows[0]).toEqual({ code: 'not_allowed' })
    expect(await web.outcome(null, `select ${log}`)).toBe('28000')
    for (const call of [log, step]) expect(await worker.outcome(ids.therapist, `select ${call}`)).toBe(refused)
  })
})
