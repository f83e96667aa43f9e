// Compares the product with a bare server that does only what each job needs, alternately: jobs per second, processor time per job of
// Node and of the database, round trips to the database, and the first job after a quiet minute.
// `node bench/http/run.ts CLIENTS` runs on a practice of another size. Linux only.
import { type ChildProcess, fork } from 'node:child_process'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openBigPractice } from '../big-practice.ts'
import { cpuOf } from '../cpu-time.ts'
import { startFlags } from '../start-flags.ts'
import { bareSchema } from './bare-schema.ts'
import { type Caller, signInTherapists } from './callers.ts'
import { countRoundTrips } from './round-trips.ts'

const rounds = 5
const secondsEach = 3
const concurrency = 16
const quietMs = 60_000

const practice = await openBigPractice(Number(process.argv[2] ?? 20_000))
const { secret } = practice.config
const admin = new pg.Client({ connectionString: practice.adminUrl })
await admin.connect()
const callers = await signInTherapists(admin, secret, concurrency)
await admin.query(bareSchema)

const serverNames = ['bare', 'product'] as const
type ServerName = (typeof serverNames)[number]
interface Server {
  name: ServerName
  port: number
  child: ChildProcess
}

const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
const sections = (n: number) => [
  { title: 'Subjective', content: `The client slept better this week, on ${n} nights out of seven.` },
]
const day = '2026-11-20'

const jobs: Record<string, (server: Server, caller: Caller) => Promise<void>> = {
  'list of 20 clients': (server, { cookie }) => call(server, 'POST', '/api/clients/list', cookie, {}),
  "today's sessions": (server, { cookie }) => call(server, 'GET', `/api/calendar?from=${day}&to=${day}`, cookie),
  'one client with ten sessions and notes': (server, { cookie, client }) =>
    call(server, 'GET', `/api/clients/${client}${server.name === 'bare' ? '' : '/record'}`, cookie),
  'the same, note by note': async (server, { cookie, client, sessions }) => {
    await call(server, 'GET', `/api/clients/${client}`, cookie)
    if (server.name === 'bare') return
    for (const page of [1, 2]) await call(server, 'GET', `/api/clients/${client}/sessions?page=${page}`, cookie)
    for (const session of sessions) await call(server, 'GET', `/api/notes/${session}`, cookie)
  },
  'save a note': async (server, { cookie, sessions, versions }) => {
    const baseVersion = versions[server.name]++
    const body = { baseVersion, noteType: 'SOAP', sections: sections(baseVersion) }
    await call(server, 'PUT', `/api/notes/${sessions[0]}`, cookie, body)
  },
}
type Job = (typeof jobs)[string]

interface Figures {
  perSecond: number
  nodeMs: number
  databaseMs: number
}

/** Runs a job for all callers at the same time. */
async function measure(server: Server, job: Job, seconds: number): Promise<Figures> {
  const cpu = () => Promise.all([cpuOf(server.child.pid ?? 0), practice.databaseCpu()])
  const [nodeBefore, databaseBefore] = await cpu()
  const end = performance.now() + seconds * 1000
  let done = 0
  await Promise.all(
    callers.map(async (caller) => {
      while (performance.now() < end) {
        await job(server, caller)
        done++
      }
    }),
  )
  const [node, database] = await cpu()
  return {
    perSecond: done / seconds,
    nodeMs: (node - nodeBefore) / done,
    databaseMs: (database - databaseBefore) / done,
  }
}

const [firstCaller] = callers
if (!firstCaller) throw new Error('The practice has no therapist with an active client.')
const trips = await roundTripsOfJobs(firstCaller)
const servers = { bare: await serve('bare', practice.adminUrl), product: await serve('product', practice.adminUrl) }
for (const [name, job] of Object.entries(jobs)) {
  const all: Record<ServerName, Figures[]> = { bare: [], product: [] }
  for (const server of serverNames) await measure(servers[server], job, 1)
  for (let round = 0; round < rounds; round++)
    for (const server of serverNames) all[server].push(await measure(servers[server], job, secondsEach))
  console.log(`\n${name}`)
  for (const server of serverNames) {
    const [perSecond, nodeMs, databaseMs] = (['perSecond', 'nodeMs', 'databaseMs'] as const).map((figure) =>
      median(all[server].map((one) => one[figure])),
    )
    const single = await timesOf(servers[server], job, 100)
    console.log(
      `  ${server.padEnd(8)}${perSecond?.toFixed(0).padStart(6)}/s   CPU per job: node ${nodeMs?.toFixed(2)} + database ${databaseMs?.toFixed(2)} ms   ` +
        `one at a time: p50 ${median(single).toFixed(2)} ms   round trips ${trips[server][name]}`,
    )
  }
  const ratios = all.product.map(({ perSecond }, at) => perSecond / (all.bare[at]?.perSecond ?? 0))
  console.log(
    `  ratio ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  )
}

const list = jobs['list of 20 clients']
if (list) {
  const warm = median(await timesOf(servers.product, list, 100))
  await pause(quietMs)
  const [cold = 0] = await timesOf(servers.product, list, 1)
  console.log(`\nfirst list after ${quietMs / 1000} s of quiet: ${cold.toFixed(1)} ms; warm ${warm.toFixed(1)} ms`)
}

for (const { child } of Object.values(servers)) child.kill()
agent.destroy()
await admin.end()
await practice.stop()

/** Milliseconds of each of `count` jobs, one after the other. */
async function timesOf(server: Server, job: Job, count: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const caller = callers[n % callers.length]
    if (!caller) break
    const start = performance.now()
    await job(server, caller)
    times.push(performance.now() - start)
  }
  return times
}

/** Round trips of each job, on separate processes behind a proxy, so that the proxy slows no other measurement. */
async function roundTripsOfJobs(caller: Caller): Promise<Record<ServerName, Record<string, number>>> {
  const counted: Record<ServerName, Record<string, number>> = { bare: {}, product: {} }
  for (const name of serverNames) {
    const proxy = await countRoundTrips(practice.adminUrl)
    const server = await serve(name, proxy.url)
    for (const [title, job] of Object.entries(jobs)) {
      for (let n = 0; n < 3; n++) await job(server, caller)
      const before = proxy.count()
      await job(server, caller)
      counted[name][title] = proxy.count() - before
    }
    server.child.kill()
    proxy.stop()
  }
  return counted
}

function call(server: Server, method: string, path: string, cookie: string, body?: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      cookie,
      origin: `http://127.0.0.1:${server.port}`,
      ...(body && { 'content-type': 'application/json' }),
    }
    const clientRequest = request(
      { agent, host: '127.0.0.1', port: server.port, method, path, headers },
      (response) => {
        response.resume()
        response.once('end', () =>
          response.statusCode === 200
            ? resolve()
            : reject(new Error(`${server.name}: ${method} ${path}: ${response.statusCode}`)),
        )
      },
    )
    clientRequest.once('error', reject)
    clientRequest.end(body && JSON.stringify(body))
  })
}

// Both servers run with the flags of `npm start`.
function serve(name: ServerName, databaseUrl: string): Promise<Server> {
  const child = fork(new URL(`${name}.ts`, import.meta.url), [databaseUrl, secret], {
    execArgv: [...startFlags],
  })
  return new Promise((resolve, reject) => {
    child.once('message', (message) => {
      if (typeof message === 'object' && message && 'port' in message)
        resolve({ name, port: Number(message.port), child })
    })
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)))
  })
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
