// Measures every list and panel from the request to the last byte of the response, one request at a time, for each
// role.
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import pg from 'pg'
import { deriveKey } from '#server/secrets.ts'
import { signedToken } from '#server/http/session-cookie.ts'
import { openBigPractice } from '../big-practice.ts'
import { startFlags } from '../start-flags.ts'

const times = Number(process.argv[2] ?? 40)
/** Number of requests before each measurement. They prepare statements and fill caches, as in a running server. */
const warmUpRequests = 5

const practice = await openBigPractice()
const admin = new pg.Client({ connectionString: practice.adminUrl })
await admin.connect()
const key = deriveKey(practice.config, 'session cookies').toString('base64url')
const { therapist, supervisor, owner } = practice.people
const clients = await admin.query<{ id: string }>('select id from clients where therapist_id = $1 limit 1', [therapist])
const client = clients.rows[0]?.id

type Request = [method: 'GET' | 'POST', path: string, body?: object]
const lists: Record<string, Request> = {
  account: ['GET', '/me'],
  'clients, active': ['POST', '/clients/list', {}],
  'clients, all, page 5': ['POST', '/clients/list', { status: 'all', page: 5 }],
  'clients, search': ['POST', '/clients/list', { search: 'given7' }],
  'therapists with clients': ['GET', '/clients/therapists'],
  'client picker': ['POST', '/clients/pick', {}],
  'dashboard, today': ['GET', '/calendar?from=2026-11-20&to=2026-11-20'],
  'dashboard, week': ['GET', '/calendar?from=2026-11-15&to=2026-11-21'],
  'calendar, six weeks': ['GET', '/calendar?from=2026-10-25&to=2026-12-05'],
  // Lists of one page only: the seed's ids are not UUIDs of RFC 9562, so the contract rejects a cursor.
  "session notes with 'quetzal'": ['POST', '/notes/list', { search: 'quetzal' }],
  "session notes with 'zzyzx'": ['POST', '/notes/list', { search: 'zzyzx' }],
  progress: ['GET', '/progress'],
  resources: ['GET', '/resources'],
  organization: ['GET', '/organization'],
}
/** Requests for users who may see this therapist's client, or who manage others. */
const ofClient: Record<string, Request> = {
  client: ['GET', `/clients/${client}`],
  'sessions of a client': ['GET', `/clients/${client}/sessions?page=1`],
  'quick review': ['GET', `/clients/${client}/sessions?which=held`],
  'progress of a client': ['GET', `/clients/${client}/progress`],
}
const ofManagers: Record<string, Request> = { 'viewing people': ['POST', '/viewing/people', {}] }
const ofOwners: Record<string, Request> = {
  members: ['GET', '/members'],
  invitations: ['GET', '/invitations'],
  'trail of a client': ['GET', `/clients/${client}/trail`],
  'trail of the organization': ['GET', '/organization/trail?timeZone=UTC'],
  'trail, choices': ['GET', '/organization/trail/choices'],
}
const kinds: [kind: string, cookie: string, requests: Record<string, Request>][] = [
  ['therapist', await signIn(therapist), { ...lists, ...ofClient }],
  ['supervisor', await signIn(supervisor), { ...lists, ...ofManagers }],
  ['owner', await signIn(owner), { ...lists, ...ofClient, ...ofManagers, ...ofOwners }],
  ['owner as supervisor', await signIn(owner, supervisor), lists],
]

const server = await serve()
console.log(`${times} requests each, load ${load()} at the start`)
for (const [kind, cookie, requests] of kinds) {
  for (const [name, request] of Object.entries(requests)) {
    const durationsMs: number[] = []
    let refused = ''
    for (let n = 0; n < warmUpRequests + times && refused === ''; n++) {
      const begun = performance.now()
      const status = await send(request, cookie)
      if (n >= warmUpRequests) durationsMs.push(performance.now() - begun)
      if (status !== 200) refused = `status ${status}`
    }
    if (refused) process.exitCode = 1
    durationsMs.sort((a, b) => a - b)
    const at = (share: number) => (durationsMs[Math.ceil(durationsMs.length * share) - 1] ?? 0).toFixed(1).padStart(6)
    const figures = refused || `best ${at(0.001)}  p50 ${at(0.5)}  p95 ${at(0.95)} ms`
    console.log(`${kind.padEnd(20)} ${name.padEnd(30)} ${figures}`)
  }
}
console.log(`load ${load()} at the end`)
server.child.kill()
await admin.end()
await practice.stop()

async function send([method, path, body]: Request, cookie: string): Promise<number> {
  const origin = `http://127.0.0.1:${server.port}`
  const response = await fetch(`${origin}/api${path}`, {
    method,
    headers: { cookie, origin, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  await response.arrayBuffer()
  return response.status
}

/** The cookie of a signed-in user, optionally viewing as another member of the organization. */
async function signIn(userId: string, viewedId?: string): Promise<string> {
  const token = randomBytes(16).toString('hex')
  await admin.query(
    `insert into auth_sessions (user_id, token, expires_at, second_factor_at) values ($1, $2, now() + interval '1 hour', now())`,
    [userId, token],
  )
  if (viewedId) {
    await admin.query(
      `insert into viewings (auth_session_id, viewer_id, viewed_id, organization_id)
        select s.id, s.user_id, m.user_id, m.organization_id from auth_sessions s join organization_members v on v.user_id = s.user_id
        join organization_members m on m.organization_id = v.organization_id where s.token = $1 and m.user_id = $2`,
      [token, viewedId],
    )
  }
  return `attend.session_token=${signedToken(token, key)}`
}

function serve(): Promise<{ port: number; child: ReturnType<typeof fork> }> {
  const child = fork(new URL('../http/product.ts', import.meta.url), [practice.adminUrl, practice.config.secret], {
    execArgv: [...startFlags],
  })
  return new Promise((resolve, reject) => {
    child.once('message', (message) => {
      if (typeof message === 'object' && message && 'port' in message) resolve({ port: Number(message.port), child })
    })
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}`)))
  })
}

function load(): string {
  return loadavg()[0]?.toFixed(1) ?? ''
}
