import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type pg from 'pg'
import { Tenant } from '#server/db/tenant.ts'
import { buildUser } from '#test/build.ts'
import { createWorld, type World } from '#test/world.ts'
import { createPool } from './connection.ts'

let world: World
let relay: Server
let pool: pg.Pool
let packets: Buffer[] = []

beforeAll(async () => {
  world = await createWorld()
  const { hostname, port } = new URL(world.urls.app_web)
  relay = createServer((client) => {
    const database = connect(Number(port), hostname)
    client.on('data', (packet) => packets.push(packet))
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

test('a transaction of a known caller sends its statements in one packet, and the commit in another', async () => {
  const token = randomBytes(12).toString('hex')
  const expires_at = new Date(Date.now() + 60_000)
  const user_id = await buildUser(world)
  await world.db.insertInto('auth_sessions').values({ user_id, token, expires_at }).execute()
  const tenant = new Tenant(pool)
  const read = () =>
    tenant.asCaller({ token, ipAddress: '', userAgent: '' }, (db) =>
      Promise.all([
        db.selectFrom('clients').select('id').execute(),
        db.selectFrom('sessions').select('id').execute(),
        db.selectFrom('notes').select('version').execute(),
      ]),
    )
  await read()
  packets = []
  expect(await read()).toEqual([[], [], []])
  expect(packets).toHaveLength(2)
  expect(packets[0]?.includes('begin')).toBe(true)
  expect(packets[1]?.includes('commit')).toBe(true)
})
