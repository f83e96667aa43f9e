import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from '@playwright/test'
import { readConfig } from '#server/config.ts'
import { deriveKey } from '#server/secrets.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { findCluster } from '#server/db/embedded/running.ts'
import { freePort } from '#server/free-port.ts'
import { compileCache } from './compile-cache.ts'
import { recordError } from './failure-report.ts'

/** The built product with its own database and folder. */
export interface Product {
  url: string
  /** The URL of the outbox. Its token changes with every start. */
  outboxUrl(): string
  dataDir: string
  /** Ends the process immediately, as a power cut does. */
  kill(): Promise<void>
  /** Starts the product again after `kill`, with the same data and URL. */
  start(): Promise<void>
}

/** The product as one process for the pages and one for the jobs. `kill` and `start` affect the pages' process. */
export interface SplitProduct extends Product {
  worker: Pick<Product, 'kill' | 'start'>
}

type Settings = Record<string, string>

/** Runs the product during `use`, and removes its processes and data. */
export async function withProduct(settings: Settings, use: (product: Product) => Promise<void>): Promise<void> {
  await withDataDir(async (dataDir) => {
    const env = { DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'error', ...settings }
    const server = await launch(env)
    try {
      await use({ url: server.url, outboxUrl: server.outboxUrl, dataDir, kill: server.kill, start: server.start })
    } finally {
      // After `kill` the database still runs, and only the product can stop it.
      if (server.hasEnded()) await server.start()
      await server.stop()
    }
  })
}

/** Runs one process per role during `use`. */
export async function withSplitProduct(
  settings: Settings,
  use: (product: SplitProduct) => Promise<void>,
): Promise<void> {
  await withDataDir(async (dataDir) => {
    const database = await startEmbedded({ folder: join(dataDir, 'postgres'), password: superuserPassword(dataDir) })
    try {
      const port = String(await freePort())
      const env = { DATA_DIR: dataDir, DATABASE_URL: database.adminUrl, PORT: port, LOG_LEVEL: 'error', ...settings }
      const web = await launch({ ...env, ROLES: 'web' })
      try {
        const worker = await launch({ ...env, ROLES: 'worker' })
        try {
          await use({ url: web.url, outboxUrl: web.outboxUrl, dataDir, kill: web.kill, start: web.start, worker })
        } finally {
          await worker.stop()
        }
      } finally {
        await web.stop()
      }
    } finally {
      await database.stop()
    }
  })
}

/** URL of the product's database that connects as the superuser. */
export async function databaseUrl({ dataDir }: Pick<Product, 'dataDir'>): Promise<string> {
  const cluster = await findCluster({ folder: join(dataDir, 'postgres'), password: superuserPassword(dataDir) })
  if (!cluster?.adminUrl) throw new Error('the database is not running')
  return cluster.adminUrl
}

/** Waits until the product's database and its pages respond again after `killDatabase`. */
export async function untilDatabaseRuns(product: Product): Promise<void> {
  const responds = async () => {
    await databaseUrl(product)
    return (await fetch(`${product.url}/api/health`)).ok
  }
  await expect.poll(() => responds().catch(() => false)).toBe(true)
}

/** Ends the main process of the running database immediately. Its other processes follow. */
export async function killDatabase({ dataDir }: Pick<Product, 'dataDir'>): Promise<void> {
  // The file may name a process that ended before.
  await databaseUrl({ dataDir })
  const postmaster = await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')
  process.kill(Number(postmaster.split('\n')[0]), 'SIGKILL')
}

function superuserPassword(dataDir: string): string {
  return deriveKey(readConfig({ DATA_DIR: dataDir }), 'embedded database superuser').toString('base64url')
}

async function withDataDir(use: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'attend-e2e-'))
  // If the tests run as root, the database runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o711)
  try {
    await use(dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Starts a process of the product and waits until it is ready. Rejects if it ends before. */
async function launch(settings: Settings) {
  let running = await startProcess(settings)
  const hasEnded = () => running.process.exitCode !== null || running.process.signalCode !== null
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (hasEnded()) return
    const exit = once(running.process, 'exit')
    running.process.kill(signal)
    await exit
  }
  return {
    url: running.url,
    outboxUrl: () => running.outboxUrl,
    hasEnded,
    // Serves the pages of the first start, even if the sources have changed.
    start: async () => void (running = await startProcess(settings, '--as-built')),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

interface Running {
  process: ChildProcess
  url: string
  outboxUrl: string
}

async function startProcess(settings: Settings, ...options: string[]): Promise<Running> {
  const server = spawn(process.execPath, ['scripts/start.ts', ...options], {
    env: { PATH: process.env['PATH'], ...compileCache, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: server.stdout })
  const { promise, resolve, reject } = Promise.withResolvers<Running>()
  let outboxUrl = ''
  lines.on('close', () => reject(new Error('the product ended before it was ready')))
  lines.on('line', (line) => {
    if (line.startsWith('{')) recordError(line)
    if (line === 'The worker is ready.') resolve({ process: server, url: '', outboxUrl })
    outboxUrl = /^Emails are stored here .*: (\S+)$/.exec(line)?.[1] ?? outboxUrl
    const [, url] = /^Attend is ready: (\S+)$/.exec(line) ?? []
    if (url) resolve({ process: server, url, outboxUrl })
  })
  return promise
}
