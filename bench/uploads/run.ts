// Measures how much memory the server needs for 20 simultaneous uploads of 25 MB.
// npm exec -c 'node bench/uploads/run.ts'
import { fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '#server/free-port.ts'
import { wavHeader, wavHeaderBytes } from '#shared/audio/wav.ts'
import { chunkBytes } from '#shared/contract/recordings.ts'
import { readConfig } from '#server/config.ts'
import { deriveKey } from '#server/secrets.ts'
import { prepareDatabase } from '#server/db/database.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { signedToken } from '#server/http/session-cookie.ts'
import { chunksOf } from '#test/upload.ts'
import { startFlags } from '../start-flags.ts'

const uploads = Number(process.argv[2] ?? 20)
const megabyte = 1024 * 1024
const fileBytes = 25 * megabyte
const allowedMb = 64

interface Figures {
  now: number
  peak: number
  cpu: { user: number; system: number }
}

const folder = await mkdtemp(join(tmpdir(), 'attend-bench-'))
const database = await startEmbedded({ folder: join(folder, 'postgres'), password: 'bench' })
const secret = randomBytes(32).toString('hex')
await prepareDatabase(database.adminUrl, { secret, formerSecrets: [] })
const admin = new pg.Client({ connectionString: database.adminUrl })
await admin.connect()

const port = await freePort()
const url = `http://127.0.0.1:${port}`
const settings = {
  PORT: String(port),
  DATA_DIR: folder,
  DATABASE_URL: database.adminUrl,
  APP_SECRET: secret,
  SPEECH_ENGINE: 'none',
  LOG_LEVEL: 'error',
}
const key = deriveKey(readConfig(settings), 'session cookies').toString('base64url')
const server = fork(new URL('server.ts', import.meta.url), {
  env: { ...process.env, ...settings },
  stdio: 'inherit',
  execArgv: [...startFlags],
})
await once(server, 'message')

const sampleBytes = fileBytes - wavHeaderBytes
// Noise, because it does not compress.
const recording = Buffer.concat([wavHeader(sampleBytes), randomBytes(sampleBytes)])
const chunks = chunksOf(recording).map((data) => ({ data, sha256: createHash('sha256').update(data).digest('hex') }))

try {
  const figuresAtStart = await ask('figures')
  // Sends ordinary requests before the measurement, because a server that has just started uses less memory.
  await browse(2000)
  const before = await ask('begin')

  const times: number[] = []
  const begun = performance.now()
  await Promise.all(Array.from({ length: uploads }, (_, n) => upload(n, times)))
  const seconds = (performance.now() - begun) / 1000
  const uploaded = await ask('figures')
  await processed(uploads)
  const after = await ask('figures')

  const cpuMs = (uploaded.cpu.user + uploaded.cpu.system - before.cpu.user - before.cpu.system) / 1000
  const rise = (figures: Figures) => (figures.peak - before.now) / megabyte
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
  console.log(
    `${uploads} uploads of ${fileBytes / megabyte} MB at once, in ${seconds.toFixed(1)} s (${((uploads * fileBytes) / megabyte / seconds).toFixed(0)} MB/s)`,
  )
  console.log(
    `a chunk of ${chunkBytes / 1024} KB: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, server CPU ${(cpuMs / times.length).toFixed(2)} ms`,
  )
  console.log(
    `memory when started ${(figuresAtStart.now / megabyte).toFixed(0)} MB, after 2,000 ordinary requests ${(before.now / megabyte).toFixed(0)} MB; highest rise while uploading ${rise(uploaded).toFixed(1)} MB, until all were processed ${rise(after).toFixed(1)} MB`,
  )
  const isWithin = rise(after) < allowedMb
  console.log(isWithin ? `within the ${allowedMb} MB` : `MORE THAN THE ${allowedMb} MB`)
  process.exitCode = isWithin ? 0 : 1
} finally {
  server.send('stop')
  await once(server, 'exit')
  await admin.end()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Ordinary requests, eight at a time. */
async function browse(count: number): Promise<void> {
  const { headers } = await person(-1)
  let remaining = count
  const one = async () => {
    while (remaining-- > 0) await (await fetch(`${url}/api/clients/therapists`, { headers })).arrayBuffer()
  }
  await Promise.all(Array.from({ length: 8 }, one))
}

/** Uploads a recording as a separate user, chunk by chunk as the browser does. */
async function upload(n: number, times: number[]): Promise<void> {
  const { clientId, headers } = await person(n)
  const call = async (method: string, path: string, body: object) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const file = { fileName: `${n}.wav`, mediaType: 'audio/wav', size: recording.length, settingType: 'in-person' }
  const { id } = await call('POST', `/clients/${clientId}/uploads`, file)
  for (const [index, { data, sha256 }] of chunks.entries()) {
    const sent = performance.now()
    const response = await fetch(`${url}/api/uploads/${id}/chunks/${index}`, {
      method: 'PUT',
      headers: { ...headers, 'x-chunk-sha256': sha256 },
      body: data,
    })
    if (response.status !== 204) throw new Error(`chunk ${index}: ${response.status} ${await response.text()}`)
    times.push(performance.now() - sent)
  }
  await call('POST', `/uploads/${id}/complete`, {})
}

async function person(n: number): Promise<{ clientId: string; headers: Record<string, string> }> {
  const token = randomBytes(24).toString('hex')
  const { rows } = await admin.query<{ id: string }>(
    `with person as (insert into users (email, first_name, last_name) values ($1, 'Robin', 'Hale') returning id),
      signed_in as (insert into auth_sessions (user_id, token, expires_at) select id, $2, now() + interval '1 hour' from person)
    insert into clients (therapist_id, first_name, last_name) select id, 'Sam', 'Okoro' from person returning id`,
    [`bench-${n}@example.test`, token],
  )
  return {
    clientId: rows[0]?.id ?? '',
    headers: { cookie: `attend.session_token=${signedToken(token, key)}`, origin: url },
  }
}

/** Resolves when the file store has this many recordings. */
async function processed(count: number): Promise<void> {
  for (;;) {
    const { rows } = await admin.query<{ stored: number }>(
      `select count(*)::int as stored from recordings where state = 'stored'`,
    )
    if ((rows[0]?.stored ?? 0) >= count) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function ask(question: 'begin' | 'figures'): Promise<Figures> {
  server.send(question)
  const [figures] = await once(server, 'message')
  return figures
}
