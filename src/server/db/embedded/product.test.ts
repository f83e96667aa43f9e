import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createORPCClient } from '@orpc/client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contract } from '#shared/contract/contract.ts'
import { readConfig } from '#server/config.ts'
import { deriveKey } from '#server/secrets.ts'
import { freePort } from '#server/free-port.ts'
import type { PageServer } from '#server/http/static-files.ts'
import { signedToken } from '#server/http/session-cookie.ts'
import { type RunningServer, startServer } from '#server/main.ts'
import { importTranscript } from '#test/transcript.ts'
import type { Api } from '#test/world.ts'
import { findCluster } from './running.ts'

const testTimeoutMs = 120_000
const quickly = { timeout: 60_000 }

let parent: string
let product: RunningServer
let api: Api
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'attend-product-'))
  // As root, the database runs as another user, who must be able to enter the folder.
  await chmod(parent, 0o711)
  const config = readConfig({
    DATA_DIR: parent,
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
    OFFER_DEMO: 'false',
    SPEECH_ENGINE: 'none',
    LOG_LEVEL: 'silent',
  })
  const noPages: PageServer = async (_, response) => void response.writeHead(404).end()
  product = await startServer(config, async () => noPages, { development: false })
  const password = deriveKey(config, 'embedded database superuser').toString('base64url')
  const found = await findCluster({ folder: join(parent, 'postgres'), password })
  const cookie = await signIn(found?.adminUrl ?? '', deriveKey(config, 'session cookies').toString('base64url'))
  const url = `http://127.0.0.1:${config.PORT}`
  api = createORPCClient(new OpenAPILink(contract, { url: `${url}/api`, headers: { cookie, origin: url } }))
})
afterEach(async () => {
  await product.stop()
  await rm(parent, { recursive: true })
})

/** Creates an owner with an organization and returns the cookie of a sign-in. */
async function signIn(adminUrl: string, key: string): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  const token = randomBytes(24).toString('hex')
  await client.query(
    `with person as (insert into users (email, first_name, last_name) values ('a@example.test', 'Ada', 'Moss') returning id),
     clinic as (insert into organizations (name, owner_id) select 'Northside', id from person returning id),
     member as (insert into organization_members (organization_id, user_id, role) select clinic.id, person.id, 'owner' from clinic, person)
     insert into auth_sessions (user_id, token, expires_at) select id, '${token}', now() + interval '1 hour' from person`,
  )
  await client.end()
  return `attend.session_token=${signedToken(token, key)}`
}

async function killDatabase() {
  const pidFile = join(product.databaseFolder ?? '', 'cluster', 'postmaster.pid')
  process.kill(Number((await readFile(pidFile, 'utf8')).split('\n')[0]), 'SIGKILL')
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error))
const person = (firstName: string) =>
  ({ firstName, lastName: 'Okoro', pronouns: 'N/A', email: null, phone: null }) as const

test(
  'after its database is killed, Attend responds with database_down and recovers within 30 seconds without losing acknowledged data',
  async () => {
    const { id: clientId } = await api.clients.create(person('Sam'))
    const readClient = () => api.clients.get({ clientId }).then(({ id }) => id, codeOf)
    const errorCodes = new Set<string>()
    const saved: string[] = []
    const isBack = new AbortController()
    const work = async (worker: number) => {
      for (let n = 0; !isBack.signal.aborted; n++) {
        // No name is a prefix of another, because the search matches prefixes.
        const name = `Client ${worker}-${String(n).padStart(6, '0')}`
        await api.clients.create(person(name)).then(
          () => saved.push(name),
          (error: unknown) => errorCodes.add(codeOf(error)),
        )
      }
    }
    const working = [1, 2, 3].map(work)
    await expect.poll(() => saved.length, quickly).toBeGreaterThan(20)
    const sessions = await Promise.all(Array.from({ length: 6 }, () => importTranscript(api, clientId)))
    await killDatabase()
    const killedAt = performance.now()
    await expect.poll(() => errorCodes.size, quickly).toBeGreaterThan(0)
    await expect.poll(readClient, quickly).toBe(clientId)
    const away = performance.now() - killedAt
    isBack.abort()
    await Promise.all(working)
    expect([...errorCodes]).toEqual(['database_down'])
    expect(away).toBeLessThan(30_000)

    for (const sessionId of sessions) {
      await expect
        .poll(() => api.notes.get({ sessionId }).then(({ note }) => note.state, codeOf), quickly)
        .toBe('ready')
    }
    const lost: string[] = []
    for (const name of saved) {
      const { items } = await api.clients.list({ status: 'all', search: name })
      if (!items.some(({ firstName }) => firstName === name)) lost.push(name)
    }
    expect(lost).toEqual([])

    // After a second crash, live progress and jobs are first used when the database has recovered.
    await killDatabase()
    // A surviving process of the killed database may still answer one request.
    await expect.poll(readClient, quickly).toBe('database_down')
    await expect.poll(readClient, quickly).toBe(clientId)
    const later = await importTranscript(api, clientId)
    const seen: string[] = []
    for await (const { stage } of await api.sessions.watchProgress({ sessionId: later })) seen.push(stage)
    expect(seen.at(-1)).toBe('complete')
  },
  testTimeoutMs,
)
