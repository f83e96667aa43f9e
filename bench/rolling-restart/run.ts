// Restarts two web processes behind Caddy, one after the other, while ten therapists record and fifty people sign in. Counts requests
// that failed and audio that was acknowledged but is not stored.
// npm exec -c 'node bench/rolling-restart/run.ts [DRAIN_SECONDS] [ROUNDS]'   (needs /usr/bin/caddy and built pages)
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import * as z from 'zod'
import { prepareDatabase } from '#server/db/database.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { hashPassword } from '#server/features/accounts/password.ts'
import { freePort } from '#server/free-port.ts'
import { signedToken } from '#server/http/session-cookie.ts'
import { deriveKey } from '#server/secrets.ts'

const drainSeconds = process.argv[2] ?? '3'
const rounds = Number(process.argv[3] ?? 2)
const recordings = 10
const signIns = 50
const password = 'a password of the benches only'
const secret = 'a secret of the benches only, thirty-two'

const folder = await mkdtemp(join(tmpdir(), 'attend-bench-'))
const database = await startEmbedded({ folder: join(folder, 'postgres'), password: 'bench' })
await prepareDatabase(database.adminUrl, { secret, formerSecrets: [] })
const admin = new pg.Client({ connectionString: database.adminUrl })
await admin.connect()

const port = await freePort()
const url = `http://127.0.0.1:${port}`
const upstreams = [await freePort(), await freePort()] as const
const processes = new Map<number, ChildProcess>()
for (const each of upstreams) await startProcess(each)
const proxy = await startProxy()

const outcomes = { pages: 0, signIns: 0, chunks: 0, failures: [] as string[] }
const stored = new Map<string, number>()
const over = new AbortController()
const people = await addPeople(signIns)
const load = Promise.all([
  ...people.slice(0, recordings).map((person) => record(person)),
  ...people.map((person, at) => signIn(person, at)),
  openPages(),
])
for (let round = 0; round < rounds; round++) {
  for (const upstream of upstreams) {
    await pause(2000)
    await restart(upstream)
  }
}
over.abort()
await load
const lostBytes = await countLost()
console.log(
  `DRAIN_SECONDS=${drainSeconds}, ${rounds * 2} restarts: ${outcomes.pages} pages, ${outcomes.signIns} sign-ins and ${outcomes.chunks} chunks succeeded, ${outcomes.failures.length} requests failed, ${lostBytes} acknowledged chunks are missing`,
)
for (const [failure, count] of Map.groupBy(outcomes.failures, String)) console.log(`${count.length} × ${failure}`)

proxy.kill()
for (const child of processes.values()) await stop(child)
await admin.end()
await database.stop()
await rm(folder, { recursive: true, force: true })

async function startProcess(upstream: number): Promise<void> {
  const env = {
    ...process.env,
    PORT: String(upstream),
    ROLES: 'web',
    DATA_DIR: folder,
    DATABASE_URL: database.adminUrl,
    APP_SECRET: secret,
    PUBLIC_URL: url,
    TRUST_PROXY: 'true',
    SPEECH_ENGINE: 'none',
    DRAIN_SECONDS: drainSeconds,
    LOG_LEVEL: 'error',
  }
  processes.set(upstream, spawn(process.execPath, ['scripts/start.ts', '--as-built'], { env, stdio: 'ignore' }))
  for (let tries = 0; tries < 600; tries++) {
    const response = await fetch(`http://127.0.0.1:${upstream}/api/health/ready`).catch(() => undefined)
    if (response?.ok) return
    await pause(100)
  }
  throw new Error('A web process did not become ready.')
}

async function stop(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

async function restart(upstream: number): Promise<void> {
  const child = processes.get(upstream)
  if (!child) throw new Error('There is no such process.')
  await stop(child)
  await startProcess(upstream)
  // Waits for the proxy, which checks its servers every second.
  await pause(2500)
}

async function startProxy(): Promise<ChildProcess> {
  const site = await readFile(new URL('../../deploy/proxy/Caddyfile', import.meta.url), 'utf8')
  const changed = site
    .replace('attend.example.com {', `http://127.0.0.1:${port} {`)
    .replace('127.0.0.1:4310', upstreams.map((each) => `127.0.0.1:${each}`).join(' '))
  await writeFile(join(folder, 'Caddyfile'), `{\n admin off\n auto_https off\n}\n${changed}`)
  const args = ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]
  const child = spawn('/usr/bin/caddy', args, { env: { HOME: folder }, stdio: 'ignore' })
  for (let tries = 0; tries < 100; tries++) {
    if ((await fetch(`${url}/login`).catch(() => undefined))?.ok) return child
    await pause(100)
  }
  throw new Error('The proxy did not start.')
}

interface Person {
  email: string
  cookie: string
  clientId: string
}

async function addPeople(count: number): Promise<Person[]> {
  const key = deriveKey({ secret }, 'session cookies').toString('base64url')
  const hash = await hashPassword(password)
  const added: Person[] = []
  for (let at = 0; at < count; at++) {
    const token = randomBytes(24).toString('hex')
    const email = `person-${at}@example.test`
    const { rows } = await admin.query<{ id: string }>(
      `with person as (insert into users (email, first_name, last_name, email_verified) values ($1, 'Robin', 'Hale', true) returning id),
        account as (insert into auth_accounts (user_id, account_id, provider_id, password) select id, id::text, 'credential', $2 from person),
        signed_in as (insert into auth_sessions (user_id, token, expires_at) select id, $3, now() + interval '1 hour' from person)
      insert into clients (therapist_id, first_name, last_name) select id, 'Sam', 'Okoro' from person returning id`,
      [email, hash, token],
    )
    added.push({ email, cookie: `attend.session_token=${signedToken(token, key)}`, clientId: rows[0]?.id ?? '' })
  }
  return added
}

/** Sends a request once. Counts a success, or records the error response or the failure of the connection. */
async function send(
  kind: 'pages' | 'signIns' | 'chunks',
  path: string,
  init: RequestInit = {},
): Promise<Response | null> {
  try {
    const headers = new Headers(init.headers)
    headers.set('origin', url)
    const response = await fetch(`${url}${path}`, { ...init, headers })
    if (response.status >= 400) throw new Error(`${response.status} ${(await response.text()).slice(0, 80)}`)
    outcomes[kind]++
    return response
  } catch (error) {
    outcomes.failures.push(`${kind}: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

async function signIn({ email }: Person, at: number): Promise<void> {
  const seconds = rounds * upstreams.length * 8
  await pause((at * seconds * 1000) / signIns)
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  }
  await send('signIns', '/api/auth/sign-in/email', init)
}

async function openPages(): Promise<void> {
  while (!over.signal.aborted) {
    const response = await send('pages', '/login')
    await response?.arrayBuffer()
    await pause(20)
  }
}

async function record({ cookie, clientId }: Person): Promise<void> {
  const json = { cookie, origin: url, 'content-type': 'application/json' }
  const body = JSON.stringify({ requestId: crypto.randomUUID() })
  const begun = await fetch(`${url}/api/clients/${clientId}/recordings`, { method: 'POST', headers: json, body })
  const { sessionId } = z.object({ sessionId: z.string() }).parse(await begun.json())
  const beginning = await readFile(new URL('../../src/server/providers/media/fixtures/live.webm', import.meta.url))
  let n = 0
  while (!over.signal.aborted) {
    const data = n === 0 ? beginning.subarray(0, 2000) : randomBytes(2000)
    const headers = {
      cookie,
      'content-type': 'audio/webm;codecs=opus',
      'x-chunk-sha256': createHash('sha256').update(data).digest('hex'),
      'x-chunk-count': '1',
      'x-chunk-segment': '0',
      'x-chunk-ends-ms': String((n + 1) * 500),
    }
    const response = await send('chunks', `/api/sessions/${sessionId}/chunks/${n}`, {
      method: 'PUT',
      headers,
      body: data,
    })
    if (response) {
      n++
      stored.set(sessionId, n)
    }
    await pause(250)
  }
}

async function countLost(): Promise<number> {
  let count = 0
  for (const [sessionId, acknowledged] of stored) {
    const { rows } = await admin.query<{ chunks: number }>(
      'select coalesce(sum(count), 0)::int as chunks from live_chunks where session_id = $1',
      [sessionId],
    )
    count += Math.max(0, acknowledged - (rows[0]?.chunks ?? 0))
  }
  return count
}
