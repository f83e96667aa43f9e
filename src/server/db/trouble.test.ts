import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { errors } from '#shared/contract/errors.ts'
import { loggedError } from '#server/providers/logged-error.ts'
import { buildMember } from '#test/build.ts'
import { exchange } from '#test/browser.ts'
import { waitForLockWait } from '#test/lock-waits.ts'
import { mountSmallDisk } from '#test/small-disk.ts'
import { createWorld, type World } from '#test/world.ts'
import { troubleOf } from './trouble.ts'
import { DatabaseSilent } from '#server/postgres/watched-client.ts'

const testTimeoutMs = 60_000

let world: World
let databaseUrl: string
let headers: Record<string, string>
const logged: string[] = []

const details = { firstName: 'Maya', lastName: 'Quillfeather', pronouns: 'N/A', email: null, phone: null }
const addClient = () =>
  exchange(
    `${world.url}/api/clients`,
    'POST',
    { ...headers, 'content-type': 'application/json' },
    JSON.stringify(details),
  )
const listTherapists = () => exchange(`${world.url}/api/clients/therapists`, 'GET', headers)

const answerFor = (code: keyof typeof errors) => ({ status: 503, body: { code, message: errors[code][1] } })

/** The log names the problem and contains no data of the request. */
function expectLogged(trouble: string, state: string) {
  expect(logged.some((line) => line.includes(`"trouble":"${trouble}"`) && line.includes(state))).toBe(true)
  expect(logged.join()).not.toMatch(/Maya|Quillfeather/)
}

async function withSuperuser(use: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}

/** A superuser's transaction that a request waits for. Its deadlock timeout is longer, so PostgreSQL ends the request's transaction. */
const lockForDeadlock = `set deadlock_timeout = '1min'; begin; lock table audit_events; savepoint begun`

/** Completes the deadlock by waiting for the request's lock. Resolves when PostgreSQL has ended the request's transaction. */
async function completeDeadlock(client: pg.Client): Promise<void> {
  await waitForLockWait(world)
  await client.query('lock table clients')
}

describe('a database that cannot serve', () => {
  beforeEach(async () => {
    logged.length = 0
    const log = pino({ level: 'error', serializers: { err: loggedError } }, { write: (line) => void logged.push(line) })
    world = await createWorld({ providers: { log } })
    databaseUrl = world.config.DATABASE_URL ?? ''
    headers = await world.headersOf((await buildMember(world)).userId)
  })
  afterEach(() => world.close())

  test(
    'a full disk is reported as disk_full, and saving works again once there is space',
    { timeout: testTimeoutMs },
    async (context) => {
      const disk = await mountSmallDisk()
      context.skip(!disk, 'this user may not mount a disk')
      if (!disk) return
      try {
        await disk.moveTables(databaseUrl, ['clients'])
        disk.fill()
        expect(await addClient()).toMatchObject({
          status: 503,
          body: {
            code: 'disk_full',
            message: "Attend cannot save right now: the server's disk is full. Your text is still here.",
          },
        })
        expect((await listTherapists()).status).toBe(200)
        expectLogged('disk_full', '53100')
        disk.freeSpace()
        expect((await addClient()).status).toBe(200)
      } finally {
        await disk.remove()
      }
    },
  )

  test('too many connections are reported as database_busy', async () => {
    const database = new URL(databaseUrl).pathname.slice(1)
    await withSuperuser(async (client) => {
      await client.query(`alter database ${database} connection limit 0`)
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and starts_with(usename, 'app_')`,
        [database],
      )
      await expect.poll(addClient).toMatchObject(answerFor('database_busy'))
      expectLogged('database_busy', '53300')
      await client.query(`alter database ${database} connection limit -1`)
    })
    await expect.poll(async () => (await addClient()).status).toBe(200)
  })

  test('a statement over its time limit is reported as database_slow', { timeout: testTimeoutMs }, async () => {
    await withSuperuser(async (client) => {
      await client.query('begin; lock table clients')
      expect(await addClient()).toMatchObject(answerFor('database_slow'))
      expectLogged('database_slow', '57014')
      await client.query('rollback')
    })
    expect((await addClient()).status).toBe(200)
  })

  test(
    'the transaction of a request is repeated after a deadlock, and takes effect once',
    { timeout: testTimeoutMs },
    async () => {
      await withSuperuser(async (client) => {
        await client.query(lockForDeadlock)
        const adding = addClient()
        await completeDeadlock(client)
        await client.query('rollback')
        expect((await adding).status).toBe(200)
        expect((await client.query('select from clients')).rowCount).toBe(1)
      })
    },
  )

  test(
    'a second deadlock is reported as database_slow, and nothing is stored',
    { timeout: testTimeoutMs },
    async () => {
      await withSuperuser(async (client) => {
        await client.query(lockForDeadlock)
        const adding = addClient()
        await completeDeadlock(client)
        await client.query('rollback to savepoint begun')
        await completeDeadlock(client)
        expect(await adding).toMatchObject(answerFor('database_slow'))
        expectLogged('database_slow', '40P01')
        expect((await client.query('select from clients')).rowCount).toBe(0)
        await client.query('rollback')
      })
      expect((await addClient()).status).toBe(200)
    },
  )
})

const fromDatabase = (code: string, message = 'it failed') =>
  Object.assign(new pg.DatabaseError(message, 0, 'error'), { code })
const fromSystem = (code: string) => Object.assign(new Error('it failed'), { code })

test.each([
  ['out of memory', fromDatabase('53200'), 'database_memory'],
  ['a full disk of stored files', fromSystem('ENOSPC'), 'disk_full'],
  ['a used-up quota', fromSystem('EDQUOT'), 'disk_full'],
  ['a silent connection', new DatabaseSilent(), 'database_slow'],
  ['a connection timeout', new Error('timeout expired'), 'database_down'],
  ['a pooler without a free connection', fromDatabase('08P01', 'query_wait_timeout'), 'database_busy'],
  ['a pooler without its server', fromDatabase('08P01', 'server conn crashed?'), 'database_down'],
  ['a server shutdown', fromDatabase('57P01'), 'database_down'],
  [
    'a database that accepts no changes',
    fromDatabase('25006', 'cannot execute UPDATE in a read-only transaction'),
    'database_down',
  ],
  ['a unique violation', fromDatabase('23505'), undefined],
  ['a value that is not an error', 'it failed', undefined],
])('troubleOf classifies %s', (_, error, trouble) => expect(troubleOf(error)).toBe(trouble))
