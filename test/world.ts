import { randomBytes } from 'node:crypto'
import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { Kysely, PostgresDialect } from 'kysely'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { freePort } from '#server/free-port.ts'
import { contract } from '#shared/contract/contract.ts'
import { startWeb, startWorker, type WorkerRole } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import { deriveKey } from '#server/secrets.ts'
import { roleUrls, type RoleUrls } from '#server/db/roles.ts'
import type { DB } from '#server/db/types.ts'
import { cookiePrefix, signedToken } from '#server/http/session-cookie.ts'
import type { PageServer } from '#server/http/static-files.ts'
import type { Tracing } from '#server/monitoring/tracing.ts'
import { createFakeAnalyst } from '#server/providers/analyst/fake.ts'
import { createDrafter } from '#server/providers/drafter/create.ts'
import { createFakeDrafter } from '#server/providers/drafter/fake.ts'
import { createNoErrorReports } from '#server/providers/error-reports/none.ts'
import { createEngines } from '#server/providers/engines/create.ts'
import { createFakeFiles } from '#server/providers/files/fake.ts'
import { createFakeMailer } from '#server/providers/mail/fake.ts'
import type { Providers } from '#server/providers/providers.ts'
import { createPayments } from '#server/providers/payments/create.ts'
import { createFakeSpeech } from '#server/providers/speech/fake.ts'
import { noSuffix, templateName, testSecret } from './postgres.ts'

export type Api = JsonifiedClient<ContractRouterClient<typeof contract>>

/** A separate database, the real server on a free port, and a client for any user. */
export interface World {
  url: string
  urls: RoleUrls
  /** URL that opens the outbox, if there is one. */
  outboxUrl: string | undefined
  config: Config
  providers: Providers
  /** Connects as the superuser, who bypasses every policy, to insert and inspect rows. */
  db: Kysely<DB>
  /** Calls the API without a sign-in. */
  anonymous: Api
  /** Signs a user in and calls the API as that user. */
  as(userId: string): Promise<Api>
  /** Headers of a signed-in user's browser, for requests outside of the contract. */
  headersOf(userId: string): Promise<Record<string, string>>
  /** The job worker, started on first use. */
  worker(): Promise<WorkerRole>
  close(): Promise<void>
}

export interface WorldOptions {
  settings?: Record<string, string>
  providers?: Partial<Providers>
  tracing?: Tracing | undefined
  /** Responds to addresses outside of the API. By default: not found. */
  pages?: PageServer
  /** True for rate limits as in production. By default there are none. */
  limits?: boolean
  /** Name of the database to copy. By default the migrated, empty one. */
  template?: string
  /** Address of a database through a pooler, for requests and jobs. */
  pooler?: (database: string) => string
}

export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const adminUrl = inject('adminUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  // The default strategy also writes every page to the write-ahead log.
  await asAdmin(adminUrl, `create database ${name} template ${options.template ?? templateName} strategy file_copy`)
  const databaseUrl = new URL(adminUrl)
  databaseUrl.pathname = `/${name}`
  const urls = roleUrls(databaseUrl.href, testSecret, noSuffix)
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const settings = {
    APP_SECRET: testSecret,
    PORT: String(port),
    LOG_LEVEL: 'error',
    DATABASE_URL: databaseUrl.href,
    OFFER_DEMO: 'true',
  }
  const pooler = options.pooler && { DATABASE_POOLER_URL: options.pooler(name) }
  const config = readConfig({ ...settings, ...pooler, ...options.settings })
  const clock = options.providers?.clock ?? (() => new Date())
  const providers: Providers = {
    files: createFakeFiles(),
    speech: createFakeSpeech([]),
    drafter: createFakeDrafter(),
    excerpts: createDrafter({ kind: 'extractive' }),
    secondReader: null,
    analyst: createFakeAnalyst(),
    // A folder that exists only if a test downloads something.
    engines: createEngines({ folder: join(tmpdir(), name, 'models'), settings: config }),
    mail: createFakeMailer(),
    outbox: null,
    openPayments: (url) =>
      createPayments({ databaseUrl: url, clock, eventKey: deriveKey(config, 'events of the test payments') }),
    reports: createNoErrorReports(),
    clock,
    log: pino({ level: config.LOG_LEVEL }),
    ...options.providers,
  }
  const web = await startWeb(config, urls, providers, {
    pages: options.pages ?? (async (_, response) => void response.writeHead(404).end()),
    development: false,
    limits: options.limits ?? false,
    publicUrl,
    tracing: options.tracing,
  })
  let worker: Promise<WorkerRole> | undefined
  const pool = new pg.Pool({ connectionString: databaseUrl.href, max: 3 })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const key = deriveKey(config, 'session cookies').toString('base64url')

  async function headersOf(userId: string) {
    const token = randomBytes(24).toString('hex')
    const expires = new Date(Date.now() + 3_600_000)
    await db.insertInto('auth_sessions').values({ user_id: userId, token, expires_at: expires }).execute()
    const prefix = cookiePrefix(config.PUBLIC_URL?.startsWith('https:') ?? false)
    return { cookie: `${prefix}.session_token=${signedToken(token, key)}`, origin: publicUrl }
  }

  return {
    url: publicUrl,
    urls,
    outboxUrl: web.outboxUrl,
    config,
    providers,
    db,
    anonymous: api(publicUrl, { origin: publicUrl }),
    as: async (userId) => api(publicUrl, await headersOf(userId)),
    headersOf,
    worker: () => (worker ??= startWorker(config, urls, providers, { tracing: options.tracing })),
    async close() {
      await (await worker)?.stop()
      await web.stop()
      await db.destroy()
      await drop(adminUrl, name)
    },
  }
}

function api(url: string, headers: Record<string, string>): Api {
  return createORPCClient(new OpenAPILink(contract, { url: `${url}/api`, headers }))
}

/** Waits until all connections are closed. A pool ends before its connections are closed, and dropping the database then fails. */
async function drop(adminUrl: string, name: string) {
  const connections = `select count(*)::int as open from pg_stat_activity where datname = '${name}'`
  for (let looks = 0; looks < 100; looks++) {
    const [row] = await asAdmin<{ open: number }>(adminUrl, connections)
    if (row?.open === 0) break
    await setTimeout(20)
  }
  await asAdmin(adminUrl, `drop database ${name} with (force)`)
}

async function asAdmin<Row extends pg.QueryResultRow>(adminUrl: string, statement: string): Promise<Row[]> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    return (await admin.query<Row>(statement)).rows
  } finally {
    await admin.end()
  }
}
