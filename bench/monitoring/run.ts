// Measures the cost of request logging and figures for Prometheus: processor time per request with and without both, alternately, with a scrape every
// five seconds. `node bench/monitoring/run.ts CLIENTS`. Linux only.
import { fork } from 'node:child_process'
import { Agent, request } from 'node:http'
import pg from 'pg'
import { openBigPractice } from '../big-practice.ts'
import { cpuOf } from '../cpu-time.ts'
import { signInTherapists } from '../http/callers.ts'
import { startFlags } from '../start-flags.ts'

const rounds = 8
const secondsEach = 2
const concurrency = 16
const scrapeMs = 5000
const authorization = 'Bearer a token of 24 characters or more'

const practice = await openBigPractice(Number(process.argv[2] ?? 2000))
const admin = new pg.Client({ connectionString: practice.adminUrl })
await admin.connect()
const callers = await signInTherapists(admin, practice.config.secret, concurrency)
const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
const servers = { plain: await serve(), monitored: await serve('monitored') }

const requests: Record<string, [string, string, object?]> = {
  'a probe without a session': ['GET', '/api/me'],
  'list of 20 clients': ['POST', '/api/clients/list', {}],
}
for (const [name, [method, path, body]] of Object.entries(requests)) {
  const cpu: Record<keyof typeof servers, number[]> = { plain: [], monitored: [] }
  for (let round = -1; round < rounds; round++) {
    for (const kind of ['plain', 'monitored'] as const) {
      const milliseconds = await measure(servers[kind], name.startsWith('list'), method, path, body)
      if (round >= 0) cpu[kind].push(milliseconds)
    }
  }
  const [plain, monitored] = [median(cpu.plain), median(cpu.monitored)]
  const share = ((monitored - plain) / plain) * 100
  const microseconds = (monitored - plain) * 1000
  console.log(
    `${name}: ${plain.toFixed(3)} ms plain, ${monitored.toFixed(3)} ms monitored: ${microseconds.toFixed(0)} µs, ${share.toFixed(1)} %`,
  )
}
const scrapes = await measureScrapes(100)
console.log(`a scrape: ${scrapes.milliseconds.toFixed(1)} ms, ${scrapes.cpu.toFixed(1)} ms of processor time`)

for (const { child } of Object.values(servers)) child.kill()
agent.destroy()
await admin.end()
await practice.stop()

/** Milliseconds of a scrape and its processor time. */
async function measureScrapes(count: number): Promise<{ milliseconds: number; cpu: number }> {
  const { child, port } = servers.monitored
  const start = performance.now()
  const cpu = await cpuOf(child.pid ?? 0)
  for (let n = 0; n < count; n++) await call(port, 'GET', '/metrics', { authorization })
  return {
    milliseconds: (performance.now() - start) / count,
    cpu: ((await cpuOf(child.pid ?? 0)) - cpu) / count,
  }
}

/** Milliseconds of processor time per request. */
async function measure(
  server: (typeof servers)['plain'],
  isSignedIn: boolean,
  method: string,
  path: string,
  body?: object,
): Promise<number> {
  const scraping = setInterval(() => {
    if (server === servers.monitored) void call(server.port, 'GET', '/metrics', { authorization })
  }, scrapeMs)
  const before = await cpuOf(server.child.pid ?? 0)
  const end = performance.now() + secondsEach * 1000
  let done = 0
  await Promise.all(
    callers.map(async ({ cookie }) => {
      const headers = {
        ...(isSignedIn && { cookie }),
        origin: `http://127.0.0.1:${server.port}`,
        ...(body && { 'content-type': 'application/json' }),
      }
      while (performance.now() < end) {
        await call(server.port, method, path, headers, body)
        done++
      }
    }),
  )
  clearInterval(scraping)
  return ((await cpuOf(server.child.pid ?? 0)) - before) / done
}

function call(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const clientRequest = request({ agent, host: '127.0.0.1', port, method, path, headers }, (response) => {
      response.resume()
      response.once('end', resolve)
    })
    clientRequest.once('error', reject)
    clientRequest.end(body && JSON.stringify(body))
  })
}

/** The log goes to /dev/null, as cheap for the process as a pipe that is read in time. */
function serve(kind?: 'monitored') {
  const child = fork(
    new URL('../http/product.ts', import.meta.url),
    [practice.adminUrl, practice.config.secret, ...(kind ? [kind] : [])],
    { execArgv: [...startFlags], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  )
  return new Promise<{ port: number; child: typeof child }>((resolve, reject) => {
    child.once('message', (message) => {
      if (typeof message === 'object' && message && 'port' in message) resolve({ port: Number(message.port), child })
    })
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}`)))
  })
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
