import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWeb, type WebRole } from '#server/app.ts'
import { createPool } from '#server/postgres/connection.ts'
import { Tenant } from '#server/db/tenant.ts'
import { buildSession } from '#test/build.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
/** A second web process: it shares only the database with the first. */
let second: WebRole

beforeAll(async () => {
  world = await createWorld()
  second = await startWeb({ ...world.config, PORT: 0 }, world.urls, world.providers, {
    pages: async (_, response) => void response.writeHead(404).end(),
    development: false,
    limits: false,
    publicUrl: world.url,
  })
})
afterAll(async () => {
  await second.stop()
  await world.close()
})

async function processing() {
  const session = await buildSession(world, { status: 'processing' })
  const set = (stage: string, percent: number) =>
    world.db.updateTable('session_progress').set({ stage, percent }).where('session_id', '=', session.id).execute()
  await set('queued', 0)
  return { ...session, set }
}

/** Follows a session's live progress at a server, line by line. */
async function follow(url: string, sessionId: string, headers: Record<string, string>) {
  const response = await fetch(`${url}/api/sessions/${sessionId}/progress`, { headers })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    /** Reads until the stream contains a text, or ends. */
    async until(wanted: string): Promise<string> {
      while (!text.includes(wanted)) {
        const part = await reader?.read()
        if (!part || part.done) break
        text += part.value
      }
      return text
    },
    end: () => reader?.cancel(),
  }
}

test('progress of a worker reaches subscribers at either process', async () => {
  const session = await processing()
  const headers = await world.headersOf(session.therapistId)
  const urls = [world.url, `http://127.0.0.1:${second.port}`]
  const followers = await Promise.all(urls.map((url) => follow(url, session.id, headers)))
  for (const follower of followers) expect(await follower.until('"stage":"queued"')).toContain('"percent":0')

  const pool = createPool(world.urls.app_worker, { max: 1, pipeline: true })
  const worker = new Tenant(pool)
  const report = (stage: string, percent: number) =>
    worker.asUser(session.therapistId, (db) =>
      db.updateTable('session_progress').set({ stage, percent }).where('session_id', '=', session.id).execute(),
    )
  await report('transcribing', 37)
  for (const follower of followers) expect(await follower.until('"percent":37')).toContain('"stage":"transcribing"')
  await report('complete', 100)
  for (const follower of followers) expect(await follower.until('event: done')).toContain('"stage":"complete"')
  await pool.end()
})

test('a progress notification contains ids and numbers only', async () => {
  const session = await processing()
  const pool = createPool(world.urls.app_web, { max: 1, pipeline: false })
  const listener = await pool.connect()
  await listener.query('listen progress')
  const notice = new Promise<string | undefined>((resolve) =>
    listener.once('notification', (message) => resolve(message.payload)),
  )
  const failed = { stage: 'failed', percent: 0, error: 'Sam said that', error_code: 'transcription_failed' }
  await world.db.updateTable('session_progress').set(failed).where('session_id', '=', session.id).execute()
  expect(JSON.parse((await notice) ?? '')).toEqual({ sessionId: session.id, stage: 'failed', percent: 0 })
  listener.release(true)
  await pool.end()
})

test('a progress stream ends when the user has signed out', async () => {
  const session = await processing()
  const headers = await world.headersOf(session.therapistId)
  const follower = await follow(world.url, session.id, headers)
  await follower.until('"stage":"queued"')
  await world.db.deleteFrom('auth_sessions').where('user_id', '=', session.therapistId).execute()
  await session.set('transcribing', 50)
  const received = await follower.until('event: error')
  expect(received).toContain('not_signed_in')
  expect(received).not.toContain('"percent":50')
})

describe('open progress stream', () => {
  const ways: [string, (userId: string) => Promise<unknown>][] = [
    ['signs out', (userId) => world.db.deleteFrom('auth_sessions').where('user_id', '=', userId).execute()],
    [
      'is deactivated',
      (userId) => world.db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute(),
    ],
    [
      'has an expired sign-in',
      (userId) =>
        world.db.updateTable('auth_sessions').set({ expires_at: new Date() }).where('user_id', '=', userId).execute(),
    ],
  ]
  test.each(ways)(
    'a progress stream closes within five seconds, at every process, for a user who %s',
    async (_, end) => {
      const session = await processing()
      const headers = await world.headersOf(session.therapistId)
      const urls = [world.url, `http://127.0.0.1:${second.port}`]
      const followers = await Promise.all(urls.map((url) => follow(url, session.id, headers)))
      for (const follower of followers) await follower.until('"stage":"queued"')
      const start = performance.now()
      await end(session.therapistId)
      for (const follower of followers) expect(await follower.until('event: error')).toContain('not_signed_in')
      expect(performance.now() - start).toBeLessThan(5000)
    },
  )

  test('a progress stream stays open on another device of the same user that is still signed in', async () => {
    const session = await processing()
    const [lost, kept] = [await world.headersOf(session.therapistId), await world.headersOf(session.therapistId)]
    const api = await world.as(session.therapistId)
    const [ended, open] = [await follow(world.url, session.id, lost), await follow(world.url, session.id, kept)]
    for (const follower of [ended, open]) await follower.until('"stage":"queued"')
    const oldest = world.db.selectFrom('auth_sessions').where('user_id', '=', session.therapistId).orderBy('created_at')
    const { id } = await oldest.select('id').executeTakeFirstOrThrow()
    await api.accounts.signOutDevice({ signInId: id })
    await ended.until('event: error')
    await session.set('transcribing', 70)
    expect(await open.until('"percent":70')).not.toContain('event: error')
    await open.end()
  })
})
