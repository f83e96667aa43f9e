import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test as base, expect, type Page } from '@playwright/test'

/** The built product, running on a database and a folder of its own. */
export interface Product {
  url: string
  dataDir: string
}

export interface Person {
  email: string
  password: string
  firstName: string
  lastName: string
}

interface TestFixtures {
  /** Console errors that a journey means to cause. Any other one fails it. */
  expectedErrors: RegExp[]
  noErrors: void
}

interface WorkerFixtures {
  /** Settings of the product beside those that keep it to itself. */
  settings: Record<string, string>
  product: Product
}

/** Chromium prints every answer of 401; the app learns by one that nobody is signed in. */
const whoIsThere = /status of 401 .*\/api\/me\)$/

export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [{}, { option: true, scope: 'worker' }],

  product: [
    async ({ settings }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'attend-e2e-'))
      // As root, the database runs as its own user, who has to pass through.
      await chmod(dataDir, 0o711)
      const port = await freePort()
      const env = { DATA_DIR: dataDir, PORT: String(port), SPEECH_ENGINE: 'none', LOG_LEVEL: 'error', ...settings }
      const server = spawn(process.execPath, ['scripts/start.ts'], {
        env: { PATH: process.env['PATH'], ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      try {
        await use({ url: await readyAt(server), dataDir })
      } finally {
        await stop(server)
        await rm(dataDir, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: async ({ product }, use) => use(product.url),

  expectedErrors: [[], { option: true }],

  noErrors: [
    async ({ page, expectedErrors }, use) => {
      const found: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') found.push(`${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => found.push(String(error)))
      await use()
      const expected = [whoIsThere, ...expectedErrors]
      expect(found.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

export function newPerson(values: Partial<Person> = {}): Person {
  return {
    email: `${randomUUID()}@example.test`,
    password: 'violet harbour 41 kites',
    firstName: 'Robin',
    lastName: 'Hale',
    ...values,
  }
}

/** Makes an account with its practice and signs the page in, without going through the screens. */
export async function signIn(page: Page, product: Product, values: Partial<Person> = {}): Promise<Person> {
  const person = newPerson(values)
  const { email, password, firstName, lastName } = person
  const headers = { origin: product.url }
  const made = await page.request.post(`${product.url}/api/auth/sign-up/email`, {
    headers,
    data: { email, password, name: '' },
  })
  expect(made.ok(), await made.text()).toBe(true)
  const named = await page.request.patch(`${product.url}/api/me`, {
    headers,
    data: { firstName, lastName, timeZone: 'Europe/Berlin' },
  })
  expect(named.ok(), await named.text()).toBe(true)
  return person
}

/** The address that the product says it is ready at. Rejects when it ends before. */
async function readyAt(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error('the product was started without an output')
  for await (const line of createInterface({ input: server.stdout })) {
    const [, url] = /^Attend is ready: (\S+)$/.exec(line) ?? []
    if (url) return url
  }
  throw new Error('the product ended before it was ready')
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const ended = once(server, 'exit')
  server.stdout?.resume()
  server.kill('SIGTERM')
  await ended
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
