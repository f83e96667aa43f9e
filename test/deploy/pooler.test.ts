import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { buildClient } from '#test/build.ts'
import { buildSender, sender, uploadFile, wav } from '#test/upload.ts'
import { createWorld, type World } from '#test/world.ts'
import { createFakeSpeech } from '#server/providers/speech/fake.ts'
import { hasPooler, type RunningPooler, startPooler } from './run-pooler.ts'

describe.skipIf(!hasPooler())('behind PgBouncer in transaction mode', () => {
  let pooler: RunningPooler
  let world: World
  beforeAll(async () => {
    // The pooler has only two connections to the server, so that each of them serves transactions of many requests.
    pooler = await startPooler(inject('adminUrl'), (text) =>
      text.replace('default_pool_size = 20', 'default_pool_size = 2'),
    )
    const words = 'I slept badly again and argued with my sister about the house. '.repeat(5)
    const speech = createFakeSpeech([{ start: 0, end: 3, text: words }])
    world = await createWorld({ pooler: pooler.urlOf, settings: { LOG_LEVEL: 'silent' }, providers: { speech } })
  })
  afterAll(async () => {
    await world.close()
    await pooler.stop()
  })

  async function countConnections(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and starts_with(usename, 'app_web')`.execute(world.db)
    return rows[0]?.count ?? 0
  }

  test('requests of many accounts share two connections, and each reads its own rows only', async () => {
    const people = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const { therapistId } = await buildClient(world, { firstName: `Client${n}` })
        return { name: `Client${n}`, api: await world.as(therapistId) }
      }),
    )
    const lists = await Promise.all(
      Array.from({ length: 15 }, () =>
        people.map(async ({ name, api }) => {
          const { items } = await api.clients.list({})
          return items.every(({ firstName }) => firstName === name) && items.length === 1
        }),
      ).flat(),
    )
    expect(lists).toHaveLength(120)
    expect(lists.every(Boolean)).toBe(true)
    // Two connections of the pooler, and the direct connections on which queue and live progress listen.
    expect(await countConnections()).toBeLessThanOrEqual(2 + 3)
  })

  test('a recording becomes a note, and its progress arrives live', { timeout: 120_000 }, async () => {
    await world.worker()
    const { me, clientId } = await buildSender(world)
    const sessionId = await uploadFile(me, clientId, wav(3))
    const response = await fetch(`${world.url}/api/sessions/${sessionId}/progress`, { headers: me.headers })
    expect(await response.text()).toContain('"stage":"complete"')
  })

  test('after a crash of the pooler requests succeed again without a restart', { timeout: 120_000 }, async () => {
    const { therapistId } = await buildClient(world)
    const { api } = await sender(world, therapistId)
    await api.clients.list({})
    const ready = async () => (await fetch(`${world.url}/api/health/ready`)).status
    expect(await ready()).toBe(200)
    await pooler.kill()
    await expect(api.clients.list({})).rejects.toMatchObject({ code: 'database_down' })
    await expect.poll(ready, { timeout: 5000 }).toBe(503)
    await pooler.start()
    await expect.poll(ready, { timeout: 10_000 }).toBe(200)
    expect((await api.clients.list({})).items).toHaveLength(1)
  })

  test(
    'readiness fails within five seconds while the pooler does not respond, and returns afterwards',
    { timeout: 120_000 },
    async () => {
      const ready = async () => (await fetch(`${world.url}/api/health/ready`)).status
      expect(await ready()).toBe(200)
      pooler.suspend()
      try {
        await expect.poll(ready, { timeout: 5000 }).toBe(503)
      } finally {
        pooler.resume()
      }
      await expect.poll(ready, { timeout: 30_000 }).toBe(200)
    },
  )

  test('a request that gets no connection of the pooler is rejected as busy', { timeout: 120_000 }, async () => {
    const { therapistId } = await buildClient(world)
    const { api } = await sender(world, therapistId)
    const database = new URL(world.config.DATABASE_URL ?? '').pathname.slice(1)
    const login = new URL(world.urls.app_web)
    const url = Object.assign(new URL(pooler.urlOf(database)), {
      username: login.username,
      password: login.password,
    }).href
    const holders = [new pg.Client(url), new pg.Client(url)]
    for (const holder of holders) {
      await holder.connect()
      await holder.query('begin')
    }
    try {
      await expect(api.clients.list({})).rejects.toMatchObject({ code: 'database_busy' })
    } finally {
      for (const holder of holders) await holder.end()
    }
    expect((await api.clients.list({})).items).toHaveLength(1)
  })
})
