import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/free-port.ts'
import { compileCache } from './compile-cache.ts'

/** `scripts/start.ts` in its own process, with its output. */
export interface Started {
  process: ChildProcess
  /** Standard output and error. */
  output(): string
  /** Resolves when the output contains this text. Rejects if the process ends before. */
  untilOutput(text: string): Promise<void>
  /** Resolves with the exit code of the process. */
  ended: Promise<number | null>
}

/** Starts the product as `npm start` does, with the built pages. */
function startProduct(settings: Record<string, string>, program = process.execPath, args?: string[]): Started {
  const child = spawn(program, args ?? ['scripts/start.ts', '--as-built'], {
    env: { PATH: process.env['PATH'], ...compileCache, HOST: '127.0.0.1', LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (text += part.toString()))
  let hasEnded = false
  const exit = once(child, 'close').then(() => {
    hasEnded = true
    return child.exitCode
  })
  return {
    process: child,
    output: () => text,
    async untilOutput(wanted) {
      while (!text.includes(wanted)) {
        if (hasEnded) throw new Error(`It ended before it printed “${wanted}”:\n${text}`)
        await sleep(20)
      }
    },
    ended: exit,
  }
}

/** A folder for one installation. */
async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'attend-start-'))
  // If the tests run as root, the database runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711)
  return folder
}

const removeDataDir = (folder: string) => rm(folder, { recursive: true, force: true })

/** Command lines of all living processes that name a folder, to find those left running. */
export async function processesOf(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (line.includes(folder)) found.push(line.replaceAll('\0', ' '))
  }
  return found
}

/** A folder and a port for product starts. */
export interface Installation {
  folder: string
  port: number
  start(settings?: Record<string, string>, program?: string, args?: string[]): Started
  ask(path: string, accept?: string): Promise<Response>
  /** Kills the remaining processes and deletes the folder. */
  close(): Promise<void>
}

export async function makeInstallation(): Promise<Installation> {
  const folder = await makeDataDir()
  const port = await freePort()
  const started: Started[] = []
  return {
    folder,
    port,
    start(settings, program, args) {
      const productEnv = { DATA_DIR: folder, PORT: String(port), SPEECH_ENGINE: 'none', OFFER_DEMO: 'false' }
      const one = startProduct({ ...productEnv, ...settings }, program, args)
      started.push(one)
      return one
    },
    ask: (path, accept = 'application/json') => fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } }),
    async close() {
      for (const { process, ended } of started) {
        process.kill('SIGKILL')
        await ended
      }
      await removeDataDir(folder)
    },
  }
}
