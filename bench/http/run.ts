// Compares requests per second of the product and of a bare server that does the same work. Runs them alternately and
// prints the ratio of each pair.
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import pg from 'pg'
import { deriveKey } from '#server/config.ts'
import { signedToken } from '#server/http/session-cookie.ts'
import { openBigPractice } from '../big-practice.ts'

const rounds = 5
const secondsEach = 3
const atOnce = 8

const practice = await openBigPractice()
const admin = new pg.Client({ connectionString: practice.adminUrl })
await admin.connect()
const { therapist } = practice.people
// Each connection uses another session of another therapist: the audit events of one person are written one after the
// other.
const others = await admin.query<{ id: string }>(
  `select user_id as id from organization_members where role = 'therapist' order by user_id = $1 desc, user_id limit ${atOnce}`,
  [therapist],
)
const key = deriveKey(practice.config, 'session cookies').toString('base64url')
interface Caller {
  cookie: string
  client: string | undefined
  session: string | undefined
  version: number
}
const callers: Caller[] = []
for (const { id } of others.rows) {
  const token = randomBytes(16).toString('hex')
  await admin.query(
    `insert into auth_sessions (user_id, token, expires_at) values ($1, $2, now() + interval '1 hour')`,
    [id, token],
  )
  const client = await admin.query<{ id: string }>('select id from clients where therapist_id = $1 limit 1', [id])
  const session = await admin.query<{ id: string }>('select id from sessions where client_id = $1 limit 1', [
    client.rows[0]?.id,
  ])
  // Restores the row that an earlier run of this bench changed.
  await admin.query(`update notes set version = 1, sections = '[]' where session_id = $1`, [session.rows[0]?.id])
  await admin.query('delete from note_versions where session_id = $1 and version > 1', [session.rows[0]?.id])
  callers.push({
    cookie: `attend.session_token=${signedToken(token, key)}`,
    client: client.rows[0]?.id,
    session: session.rows[0]?.id,
    version: 1,
  })
}

const servers = { product: await serve('product.ts'), bare: await serve('bare.ts') }
type ServerName = keyof typeof servers
const agent = new Agent({ keepAlive: true, maxSockets: atOnce })

const section = (n: number) => ({
  title: 'Subjective',
  content: `The client slept better this week, on ${n} nights out of seven.`,
})
const jobs: Record<string, (server: ServerName, caller: Caller) => Promise<void>> = {
  'clients list': (server, { cookie }) => call(server, 'POST', '/api/clients/list', cookie, '{}'),
  'one client with ten sessions': async (server, { cookie, client }) => {
    await call(server, 'GET', `/api/clients/${client}`, cookie)
    await call(server, 'GET', `/api/clients/${client}/sessions?page=1`, cookie)
    await call(server, 'GET', `/api/clients/${client}/sessions?page=2`, cookie)
  },
  'read a note': (server, { cookie, session }) => call(server, 'GET', `/api/notes/${session}`, cookie),
  'save a note': async (server, caller) => {
    const body = JSON.stringify({ baseVersion: caller.version, sections: [section(caller.version)] })
    await call(server, 'PUT', `/api/notes/${caller.session}`, caller.cookie, body)
    caller.version++
  },
}

for (const [name, job] of Object.entries(jobs)) {
  const ratios = []
  const rates: Record<ServerName, number[]> = { product: [], bare: [] }
  for (const server of ['product', 'bare'] as const) await measure(() => server, job, 1)
  for (let round = 0; round < rounds; round++) {
    const product = await measure(() => 'product', job, secondsEach)
    const bare = await measure(() => 'bare', job, secondsEach)
    rates.product.push(product)
    rates.bare.push(bare)
    ratios.push(product / bare)
  }
  console.log(
    `${name.padEnd(30)} product ${median(rates.product).toFixed(0).padStart(6)}/s  bare ${median(rates.bare).toFixed(0).padStart(6)}/s  ` +
      `ratio ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  )
}
for (const { child } of Object.values(servers)) child.kill()
agent.destroy()
await admin.end()
await practice.stop()

async function measure(
  server: () => ServerName,
  job: (server: ServerName, caller: Caller) => Promise<void>,
  seconds: number,
): Promise<number> {
  const end = performance.now() + seconds * 1000
  let done = 0
  await Promise.all(
    callers.map(async (caller) => {
      while (performance.now() < end) {
        await job(server(), caller)
        done++
      }
    }),
  )
  return done / seconds
}

function call(server: ServerName, method: string, path: string, cookie: string, body?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      cookie,
      origin: `http://127.0.0.1:${servers[server].port}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    const sent = request(
      { agent, host: '127.0.0.1', port: servers[server].port, method, path, headers },
      (response) => {
        response.resume()
        response.once('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`${method} ${path}: ${response.statusCode}`)),
        )
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}

// Both run with the flags of `npm start`.
function serve(file: string): Promise<{ port: number; child: ReturnType<typeof fork> }> {
  const child = fork(new URL(file, import.meta.url), [practice.adminUrl, practice.config.secret], {
    execArgv: ['--max-semi-space-size=2'],
  })
  return new Promise((resolve, reject) => {
    child.once('message', (message) => {
      if (typeof message === 'object' && message && 'port' in message) resolve({ port: Number(message.port), child })
    })
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
  })
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
