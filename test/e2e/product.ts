import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '#server/free-port.ts'

/** The built product, running on a database and a folder of its own. */
export interface Product {
  url: string
  dataDir: string
  /** Ends the process at once, as a power cut would. */
  kill(): Promise<void>
  /** Starts it again after `kill`, on the same data and the same address. */
  start(): Promise<void>
}

/** Runs the product while `use` works with it, and leaves nothing behind. */
export async function withProduct(
  settings: Record<string, string>,
  use: (product: Product) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'attend-e2e-'))
  // As root, the database runs as its own user, who has to pass through.
  await chmod(dataDir, 0o711)
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'error', ...settings }
  try {
    let server = await launch(env)
    try {
      await use({
        url: server.url,
        dataDir,
        kill: () => end(server.process, 'SIGKILL'),
        start: async () => void (server = await launch(env)),
      })
    } finally {
      // After a power cut the database still runs; only the product can stop it.
      if (hasEnded(server.process)) server = await launch(env)
      await end(server.process, 'SIGTERM')
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Starts the product and waits until it says where it is ready. Rejects when it ends before. */
async function launch(settings: Record<string, string>): Promise<{ process: ChildProcess; url: string }> {
  const server = spawn(process.execPath, ['scripts/start.ts'], {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: server.stdout })
  for await (const line of lines) {
    const [, url] = /^Attend is ready: (\S+)$/.exec(line) ?? []
    if (url) return { process: server, url }
  }
  throw new Error('the product ended before it was ready')
}

async function end(server: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (hasEnded(server)) return
  const ended = once(server, 'exit')
  server.stdout?.resume()
  server.kill(signal)
  await ended
}

function hasEnded(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null
}
