import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createORPCClient } from '@orpc/client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import pg from 'pg'
import { pino } from 'pino'
import { contract } from '#shared/contract/contract.ts'
import { startWeb, startWorker } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { deriveKey } from '#server/secrets.ts'
import { prepareDatabase } from '#server/db/database.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { freePort } from '#server/free-port.ts'
import { signedToken } from '#server/http/session-cookie.ts'
import type { Analyst } from '#server/providers/analyst/port.ts'
import { createDrafter } from '#server/providers/drafter/create.ts'
import { createNoErrorReports } from '#server/providers/error-reports/none.ts'
import { createEngines, modelFolder } from '#server/providers/engines/create.ts'
import { createFiles } from '#server/providers/files/create.ts'
import { createFakeMailer } from '#server/providers/mail/fake.ts'
import { createPayments } from '#server/providers/payments/create.ts'
import type { Speech } from '#server/providers/speech/port.ts'
import type { Api } from '#test/world.ts'

/**
 * The product's own web, queue, worker, database, files and drafter on an empty database, with one signed-in therapist
 * who has one client.
 */
export interface RunningProduct {
  url: string
  /** Connects as the superuser, who bypasses every policy. */
  adminUrl: string
  api: Api
  clientId: string
  /** Headers that the therapist's browser sends. */
  headers: Record<string, string>
  [Symbol.asyncDispose](): Promise<void>
}

interface Options {
  speech: Speech
  analyst: Analyst
  /** Without a worker, jobs wait, so that the bench measures the web process alone. */
  hasWorker?: boolean
}

export async function runProduct({ speech, analyst, hasWorker = true }: Options): Promise<RunningProduct> {
  const folder = await mkdtemp(join(tmpdir(), 'attend-bench-'))
  const database = await startEmbedded({ folder: join(folder, 'postgres'), password: 'bench' })
  const secret = randomBytes(32).toString('hex')
  const urls = await prepareDatabase(database.adminUrl, { secret, formerSecrets: [] })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: database.adminUrl,
    APP_SECRET: secret,
    LOG_LEVEL: 'error',
  })
  const providers = {
    files: createFiles({ kind: 'local', folder: join(folder, 'files'), masterKey: randomBytes(32) }),
    speech,
    drafter: createDrafter({ kind: 'extractive' }),
    excerpts: createDrafter({ kind: 'extractive' }),
    secondReader: null,
    analyst,
    engines: createEngines({ folder: modelFolder(config), settings: config }),
    mail: createFakeMailer(),
    outbox: null,
    openPayments: (databaseUrl: string) =>
      createPayments({ databaseUrl, clock: () => new Date(), eventKey: randomBytes(32) }),
    reports: createNoErrorReports(),
    clock: () => new Date(),
    log: pino({ level: 'error' }),
  }
  const options = { pages: async () => undefined, development: false, limits: false, publicUrl: url }
  const web = await startWeb(config, urls, providers, options)
  const worker = hasWorker ? await startWorker(config, urls, providers) : undefined
  const { token, clientId } = await addTherapist(database.adminUrl)
  const key = deriveKey(config, 'session cookies').toString('base64url')
  const headers = { cookie: `attend.session_token=${signedToken(token, key)}`, origin: url }
  return {
    url,
    adminUrl: database.adminUrl,
    api: createORPCClient(new OpenAPILink(contract, { url: `${url}/api`, headers })),
    clientId,
    headers,
    async [Symbol.asyncDispose]() {
      await worker?.stop()
      await web.stop()
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function addTherapist(adminUrl: string): Promise<{ token: string; clientId: string }> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  const token = randomBytes(24).toString('hex')
  const { rows } = await admin.query<{ id: string }>(
    `with person as (insert into users (email, first_name, last_name) values ('bench@example.test', 'Robin', 'Hale') returning id),
      signed_in as (insert into auth_sessions (user_id, token, expires_at) select id, $1, now() + interval '1 hour' from person)
    insert into clients (therapist_id, first_name, last_name) select id, 'Sam', 'Okoro' from person returning id`,
    [token],
  )
  await admin.end()
  return { token, clientId: rows[0]?.id ?? '' }
}
