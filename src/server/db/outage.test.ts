import { setTimeout as pass } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startWeb, type WebRole } from '#server/app.ts'
import { buildSession } from '#test/build.ts'
import { type BrowserResponse, exchange } from '#test/browser.ts'
import { openProxy, type Proxy, urlsThrough } from '#test/proxy.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let proxy: Proxy
let web: WebRole
let headers: Record<string, string>
let sessionId: string

beforeEach(async () => {
  world = await createWorld()
  proxy = await openProxy(new URL(world.urls.app_web))
  web = await startWeb(
    { ...world.config, PORT: 0, LOG_LEVEL: 'silent' },
    urlsThrough(proxy, world.urls),
    world.providers,
    {
      pages: async (_, response) => void response.writeHead(404).end(),
      development: false,
      limits: false,
      publicUrl: world.url,
    },
  )
  const session = await buildSession(world, { status: 'processing' })
  sessionId = session.id
  headers = await world.headersOf(session.therapistId)
})
afterEach(async () => {
  await proxy.open().catch(() => undefined)
  await web.stop()
  await world.close()
})

function ask(path: string): Promise<BrowserResponse> {
  return exchange(`http://127.0.0.1:${web.port}${path}`, 'GET', headers)
}

const down = {
  status: 503,
  body: {
    code: 'database_down',
    message: 'The database is not responding right now. Nothing you entered is lost; try again in a moment.',
  },
}

test('a stopped database is reported in a plain sentence, and requests work again when the database is back', async () => {
  expect((await ask('/api/clients/therapists')).status).toBe(200)
  await proxy.close()
  for (let n = 0; n < 3; n++) expect(await ask('/api/clients/therapists')).toMatchObject(down)
  expect(await ask(`/api/sessions/${sessionId}/progress`)).toMatchObject(down)
  const signIn = await exchange(
    `http://127.0.0.1:${web.port}/api/auth/sign-in/email`,
    'POST',
    { origin: `http://127.0.0.1:${web.port}`, 'content-type': 'application/json' },
    JSON.stringify({ email: 'a@example.test', password: 'violet harbour 41 kites' }),
  )
  expect(signIn).toMatchObject(down)
  expect((await ask('/api/health')).text).toBe('ok')

  await proxy.open()
  await expect.poll(async () => (await ask('/api/clients/therapists')).status, { timeout: 10_000 }).toBe(200)
})

test('live progress resumes after a database outage', async () => {
  await proxy.close()
  await proxy.open()
  await expect.poll(async () => (await ask('/api/clients/therapists')).status).toBe(200)
  await world.db
    .updateTable('session_progress')
    .set({ stage: 'transcribing', percent: 30 })
    .where('session_id', '=', sessionId)
    .execute()
  let isOver = false
  const watching = ask(`/api/sessions/${sessionId}/progress`).finally(() => (isOver = true))
  const complete = world.db.updateTable('session_progress').set({ stage: 'complete', percent: 100 })
  const ends = async () => {
    await complete.where('session_id', '=', sessionId).execute()
    return isOver
  }
  await expect.poll(ends, { timeout: 15_000 }).toBe(true)
  expect((await watching).text).toContain('"stage":"complete"')
})

/** Reads a stream of events until it contains a text or ends. */
async function readUntil(stream: ReadableStreamDefaultReader<string>, wanted: string): Promise<string> {
  let text = ''
  while (!text.includes(wanted)) {
    const { done, value } = await stream.read()
    if (done) break
    text += value
  }
  return text
}

test('live progress resumes after the database did not respond for a while', { timeout: 120_000 }, async () => {
  const progress = () => world.db.updateTable('session_progress').where('session_id', '=', sessionId)
  const follow = async () => {
    const response = await fetch(`http://127.0.0.1:${web.port}/api/sessions/${sessionId}/progress`, { headers })
    return (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  }
  await progress().set({ stage: 'transcribing', percent: 30 }).execute()
  let events = await follow()
  expect(await readUntil(events, '\n\n')).toContain('"stage":"transcribing"')
  proxy.dropPackets()
  // The notification of this change is lost with the connection.
  await progress().set({ stage: 'complete', percent: 100 }).execute()
  await pass(3000)
  proxy.resume()
  let text = await readUntil(events, '"stage":"complete"')
  // A late notification can cause a read during the silence. The read fails and ends the stream; a page would then open a new stream.
  if (text.includes('"status":503')) {
    events = await follow()
    text = await readUntil(events, '"stage":"complete"')
  }
  expect(text).toContain('"stage":"complete"')
})
