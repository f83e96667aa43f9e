import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { loggedError } from '#server/providers/logged-error.ts'
import { exchange } from '#test/browser.ts'
import { buildMember } from '#test/build.ts'
import { createWorld, type World } from '#test/world.ts'
import { isAccessRejected } from './access-rejected.ts'

let world: World
let web: pg.Client
const logged: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'error', serializers: { err: loggedError } }, { write: (line) => void logged.push(line) })
  world = await createWorld({ providers: { log } })
  web = new pg.Client({ connectionString: world.urls.app_web })
  await web.connect()
})
beforeEach(() => {
  logged.length = 0
})
afterAll(async () => {
  await web.end()
  await world.close()
})

const errorOf = (statement: string): Promise<unknown> =>
  web.query(statement).then(
    () => undefined,
    (error: unknown) => error,
  )

test.each([
  ['a table', 'select from audit_heads'],
  ['a column', 'update clients set therapist_id = null'],
  ['a function', 'select app.set_scope(null)'],
])('a missing grant on %s is not a rejected access', async (_, statement) => {
  const error = await errorOf(statement)
  expect(error).toMatchObject({ code: '42501' })
  expect(isAccessRejected(error)).toBe(false)
})

test.each([
  ['a policy', `insert into clients (therapist_id, first_name, last_name) values (app.new_id(), 'Maya', 'Okoro')`],
  ['a function of Attend', `select app.save_own_subscription(app.new_id(), 1, null)`],
])('a rejection by %s is a rejected access', async (_, statement) => {
  const error = await errorOf(statement)
  expect(error).toMatchObject({ code: '42501' })
  expect(isAccessRejected(error)).toBe(true)
})

test('a missing grant gets an unexpected error with an id, which is logged and not audited as refused access', async () => {
  const { userId } = await buildMember(world)
  const headers = await world.headersOf(userId)
  const admin = new pg.Client({ connectionString: world.config.DATABASE_URL })
  await admin.connect()
  await admin.query('revoke select on resources from app_web')
  await admin.end()
  const response = await exchange(`${world.url}/api/resources`, 'GET', headers)
  expect(response).toMatchObject({ status: 500, body: { code: 'unexpected' } })
  const id = /number ([0-9a-f]{8})/.exec(String(response.body['message']))?.[1]
  expect(logged).toEqual([expect.stringContaining(`"id":"${id}"`)])
  expect(logged[0]).toContain('permission denied for table resources')
  expect(
    await world.db.selectFrom('audit_events').where('action', '=', 'access.refused').selectAll().execute(),
  ).toEqual([])
})
