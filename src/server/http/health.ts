import { access, constants, statfs } from 'node:fs/promises'
import type { RequestListener, ServerResponse } from 'node:http'
import { within } from '#server/waiting.ts'

/** `silent`: no answer within the deadline. */
type State = 'ok' | 'failing' | 'silent'

/** Resolves when what it looks at works. */
type HealthCheck = () => Promise<unknown>

/** What this process needs for its work, and whether it works. */
export type Readiness = () => Promise<Record<string, State>>

const deadlineMs = 2000
const keptMs = 1000

/** With less than this, recordings and the embedded database soon cannot be written. */
const leastFreeBytes = 256 * 1024 * 1024

/** Looks at everything at once. What was found counts for a second, so that probes are no load on what is in trouble. */
export function createReadiness(checks: Readonly<Record<string, HealthCheck>>): Readiness {
  const states = Object.entries(checks).map(([name, check]) => [name, once(check)] as const)
  const look = async () =>
    Object.fromEntries(await Promise.all(states.map(async ([name, state]) => [name, await inTime(state())] as const)))
  let latest: ReturnType<Readiness> | undefined
  return () => {
    if (latest) return latest
    const found = look()
    latest = found
    void found.then(() => setTimeout(() => (latest = undefined), keptMs).unref())
    return found
  }
}

/** A check that gives no answer is not begun again until it does. */
function once(check: HealthCheck): () => Promise<State> {
  let running: Promise<State> | undefined
  const run = async (): Promise<State> => {
    try {
      await check()
      return 'ok'
    } catch {
      return 'failing'
    } finally {
      running = undefined
    }
  }
  return () => (running ??= run())
}

async function inTime(state: Promise<State>): Promise<State> {
  return (await within(deadlineMs, state)) ?? 'silent'
}

/** @throws when the folder cannot be written, or its disk is nearly full */
export async function checkDisk(folder: string): Promise<void> {
  await access(folder, constants.W_OK)
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < leastFreeBytes) throw new Error('the disk is nearly full')
}

/** Answers a probe that asks whether this process serves (`live`) or can do its work (`ready`); false for other paths. */
export async function answerProbe(path: string, response: ServerResponse, readiness: Readiness): Promise<boolean> {
  if (path === '/api/health/live') {
    sendStatus(response, 200, { status: 'live' })
    return true
  }
  if (path !== '/api/health/ready') return false
  const states = await readiness()
  const isReady = Object.values(states).every((state) => state === 'ok')
  sendStatus(response, isReady ? 200 : 503, { status: isReady ? 'ready' : 'not ready', ...states })
  return true
}

/** The two probes alone, for a process without pages. */
export function probesOnly(readiness: Readiness): RequestListener {
  return (request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    answerProbe(path, response, readiness).then(
      (isAnswered) => isAnswered || response.writeHead(404).end(),
      () => response.destroy(),
    )
  }
}

export function sendStatus(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}
