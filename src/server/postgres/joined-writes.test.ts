import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type pg from 'pg'
import { type Db, Tenant, type Work } from '#server/db/tenant.ts'
import { buildUser } from '#test/build.ts'
import { createWorld, type World } from '#test/world.ts'
import { createPool } from './connection.ts'

let world: World
let relay: Server
let pool: pg.Pool
let received: Buffer[] = []

beforeAll(async () => {
  world = await createWorld()
  const { hostname, port } = new URL(world.urls.app_web)
  relay = createServer((client) => {
    const database = connect(Number(port), hostname)
    client.on('data', (packet) => received.push(packet))
    client.pipe(database).pipe(client)
    for (const socket of [client, database]) socket.on('error', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const url = new URL(world.urls.app_web)
  const address = relay.address()
  url.port = String(typeof address === 'object' && address ? address.port : '')
  pool = createPool(url.href, { max: 1, pipeline: true })
})
afterAll(async () => {
  await pool.end()
  relay.close()
  await world.close()
})

/** Reads twice as one caller, so that the actor is cached the second time. Returns the packets of the second read. */
async function packetsOf(read: Work<unknown>): Promise<string[]> {
  const token = randomBytes(12).toString('hex')
  const expires_at = new Date(Date.now() + 60_000)
  const user_id = await buildUser(world)
  await world.db.insertInto('auth_sessions').values({ user_id, token, expires_at }).execute()
  const tenant = new Tenant(pool)
  const caller = { token, ipAddress: '', userAgent: '' }
  await tenant.asCaller(caller, read, { onlyReads: true })
  received = []
  expect(await tenant.asCaller(caller, read, { onlyReads: true })).toEqual([[], [], []])
  return received.map((packet) => packet.toString('latin1'))
}

const readThree = (db: Db) =>
  Promise.all([
    db.selectFrom('clients').select('id').execute(),
    db.selectFrom('sessions').select('id').execute(),
    db.selectFrom('notes').select('version').execute(),
  ])

test('with a cached actor, a transaction sends its statements in one packet and the commit in another', async () => {
  const packets = await packetsOf(readThree)
  expect(packets.map((packet) => [packet.includes('begin'), packet.includes('commit')])).toEqual([
    [true, false],
    [false, true],
  ])
})

test('the last statements of a transaction are sent in one packet with the commit', async () => {
  const packets = await packetsOf((db, _actor, { sendLast }) => sendLast(() => readThree(db)))
  expect(packets.map((packet) => [packet.includes('begin'), packet.includes('commit')])).toEqual([[true, true]])
})
