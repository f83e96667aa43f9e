// From 'upload complete' and from a transcript handed in to the note on the screen, with a speech engine that answers at once
// and the embedded drafter: web, queue, worker, database and live progress are the product's own.
//   npm exec -c 'node bench/notes-latency/run.ts'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createORPCClient } from '@orpc/client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import pg from 'pg'
import { pino } from 'pino'
import { freePort } from '#server/free-port.ts'
import { contract } from '#shared/contract/contract.ts'
import { startWeb, startWorker } from '#server/app.ts'
import { deriveKey, readConfig } from '#server/config.ts'
import { prepareDatabase } from '#server/db/database.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { roleUrls } from '#server/db/roles.ts'
import { signedToken } from '#server/http/session-cookie.ts'
import { createAnalyst } from '#server/providers/analyst/create.ts'
import { createDrafter } from '#server/providers/drafter/create.ts'
import { createFiles } from '#server/providers/files/create.ts'
import { createFakeMailer } from '#server/providers/mail/fake.ts'
import { createFakeSpeech } from '#server/providers/speech/fake.ts'
import { conversation, importTranscript, watchToEnd } from '#test/transcript.ts'
import { wav } from '#test/upload.ts'
import type { Api } from '#test/world.ts'

const rounds = Number(process.argv[2] ?? 40)
const allowedMs = 500

const folder = await mkdtemp(join(tmpdir(), 'attend-bench-'))
const database = await startEmbedded({ folder: join(folder, 'postgres'), password: 'bench' })
const secret = randomBytes(32).toString('hex')
await prepareDatabase(database.adminUrl, secret)
const urls = roleUrls(database.adminUrl, secret)
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const config = readConfig({
  PORT: String(port),
  DATA_DIR: folder,
  DATABASE_URL: database.adminUrl,
  APP_SECRET: secret,
  LOG_LEVEL: 'error',
})

const turns = conversation
  .split('\n')
  .map((line, at) => ({ start: at * 9, end: at * 9 + 8, text: line.replace(/^\w+: /, '') }))
/** About as many words as are said in an hour, in 640 turns. */
const hour = Array.from({ length: 80 }, (_, at) => conversation.replaceAll('week', `week ${at}`)).join('\n')
const providers = {
  files: createFiles({ kind: 'local', folder: join(folder, 'files'), masterKey: randomBytes(32) }),
  speech: createFakeSpeech(turns),
  drafter: createDrafter({ kind: 'extractive' }),
  analyst: createAnalyst({ kind: 'extractive' }),
  mail: createFakeMailer(),
  outbox: null,
  clock: () => new Date(),
  log: pino({ level: 'error' }),
}
const options = { pages: async () => undefined, development: false, limits: false, publicUrl: url }
const web = await startWeb(config, urls, providers, options)
const worker = await startWorker(config, urls, providers)

try {
  const { api, clientId, headers } = await person()
  const recording = wav(2)
  const journeys: Record<string, () => Promise<number>> = {
    'upload complete to note visible': async () => {
      const file = {
        clientId,
        fileName: 'a.wav',
        mediaType: 'audio/wav',
        size: recording.length,
        settingType: 'in-person',
      } as const
      const { id } = await api.recordings.startUpload(file)
      const sha256 = createHash('sha256').update(recording).digest('hex')
      const chunk = { method: 'PUT', headers: { ...headers, 'x-chunk-sha256': sha256 }, body: recording }
      const { status } = await fetch(`${url}/api/uploads/${id}/chunks/0`, chunk)
      if (status !== 204) throw new Error(`the chunk was answered ${status}`)
      return await untilNote(api, () => api.recordings.completeUpload({ uploadId: id }))
    },
    'transcript handed in to note visible': () =>
      untilNote(api, async () => ({ sessionId: await importTranscript(api, clientId) })),
    'transcript of an hour to note visible': () =>
      untilNote(api, async () => ({ sessionId: await importTranscript(api, clientId, hour) })),
  }
  for (const [name, journey] of Object.entries(journeys)) {
    await journey()
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await journey())
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
    const isWithin = at(0.95) < allowedMs || name.includes('hour')
    console.log(
      `${name}: p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms, worst ${at(1).toFixed(0)} ms${isWithin ? '' : ` — MORE THAN ${allowedMs} MS`}`,
    )
    if (!isWithin) process.exitCode = 1
  }
} finally {
  await worker.stop()
  await web.stop()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Milliseconds from asking until the page of the note has been read, as the browser goes about it. */
async function untilNote(api: Api, ask: () => Promise<{ sessionId: string }>): Promise<number> {
  const begun = performance.now()
  const { sessionId } = await ask()
  const progress = await watchToEnd(api, sessionId)
  const { note } = await api.notes.get({ sessionId })
  if (note.state !== 'ready') throw new Error(`the note is ${note.state} after ${progress.at(-1)?.stage}`)
  return performance.now() - begun
}

async function person(): Promise<{ api: Api; clientId: string; headers: Record<string, string> }> {
  const admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
  const token = randomBytes(24).toString('hex')
  const { rows } = await admin.query<{ id: string }>(
    `with person as (insert into users (email, first_name, last_name) values ('bench@example.test', 'Robin', 'Hale') returning id),
      signed_in as (insert into auth_sessions (user_id, token, expires_at) select id, $1, now() + interval '1 hour' from person)
    insert into clients (therapist_id, first_name, last_name) select id, 'Sam', 'Okoro' from person returning id`,
    [token],
  )
  await admin.end()
  const key = deriveKey(config, 'session cookies').toString('base64url')
  const headers = { cookie: `attend.session_token=${signedToken(token, key)}`, origin: url }
  return {
    api: createORPCClient(new OpenAPILink(contract, { url: `${url}/api`, headers })),
    clientId: rows[0]?.id ?? '',
    headers,
  }
}
