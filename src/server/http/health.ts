import { access, constants, statfs } from 'node:fs/promises'
import type { RequestListener, ServerResponse } from 'node:http'
import { metricsPath } from '#server/monitoring/metrics-page.ts'
import { withTimeout } from '#server/abortable.ts'
import { version } from '#server/version.ts'

/** `silent`: no response within the deadline. */
type State = 'ok' | 'failing' | 'silent'

/** Resolves if the checked part works. */
type HealthCheck = () => Promise<unknown>

/** The state of each dependency of this process. */
export type Readiness = () => Promise<Record<string, State>>

const deadlineMs = 2000
const cacheMs = 1000

/** With less free space, recordings and the embedded database soon cannot be written. */
const minFreeBytes = 256 * 1024 * 1024

/** Runs all checks in parallel. Results are cached for a second, so that probes put no load on failing parts. */
export function createReadiness(checks: Readonly<Record<string, HealthCheck>>): Readiness {
  const states = Object.entries(checks).map(([name, check]) => [name, once(check)] as const)
  const checkAll = async () =>
    Object.fromEntries(await Promise.all(states.map(async ([name, state]) => [name, await inTime(state())] as const)))
  let latest: ReturnType<Readiness> | undefined
  return () => {
    if (latest) return latest
    const found = checkAll()
    latest = found
    void found.then(() => setTimeout(() => (latest = undefined), cacheMs).unref())
    return found
  }
}

/** Does not start a check again while it still runs. */
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
  return (await withTimeout(deadlineMs, state)) ?? 'silent'
}

/** @throws if the folder is not writable or its disk is nearly full */
export async function checkDisk(folder: string): Promise<void> {
  await access(folder, constants.W_OK)
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < minFreeBytes) throw new Error('the disk is nearly full')
}

export const healthPaths: ReadonlySet<string> = new Set(['/api/health', '/api/health/live', '/api/health/ready'])

/** Responds to a probe: `/api/health`, liveness (`live`) or readiness (`ready`). Returns false for other paths. */
export async function respondToProbe(path: string, response: ServerResponse, readiness: Readiness): Promise<boolean> {
  if (!healthPaths.has(path)) return false
  response.setHeader('x-attend-version', version)
  if (path === '/api/health') {
    response.writeHead(200, { 'content-type': 'text/plain' }).end('ok')
    return true
  }
  if (path === '/api/health/live') {
    sendStatus(response, 200, { status: 'live', version })
    return true
  }
  const states = await readiness()
  const isReady = Object.values(states).every((state) => state === 'ok')
  sendStatus(response, isReady ? 200 : 503, { status: isReady ? 'ready' : 'not ready', version, ...states })
  return true
}

/** Serves only the probes and, if given, the figures for Prometheus, for a process without pages. */
export function createProbeListener(readiness: Readiness, metrics?: RequestListener): RequestListener {
  return (request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    if (metrics && path === metricsPath) return metrics(request, response)
    respondToProbe(path, response, readiness).then(
      (isAnswered) => isAnswered || response.writeHead(404).end(),
      () => response.destroy(),
    )
  }
}

export function sendStatus(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}
