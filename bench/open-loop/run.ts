// Recordings, lists and saves at the same time, in an open loop: requests begin at a fixed rate, and times are counted from their
// planned start. Starts the product itself and sends requests to this machine only. Prints the figures and writes them as JSON.
// npm exec -c 'node bench/open-loop/run.ts [RECORDINGS,…] [SECONDS] [REQUESTS PER SECOND] [FILE]'   (by default 100,500 30 20)
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { prepareDatabase } from '#server/db/database.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { startProgram } from '../child-program.ts'
import type { Recorded, Recorder } from '../recordings-at-once/browsers.ts'
import { startRecordings } from '../recordings-at-once/recorders.ts'
import { addClinicians } from './clinicians.ts'
import { type Outcome, runRequests } from './requests.ts'

const counts = (process.argv[2] ?? '100,500').split(',').map((text) => parseCount('RECORDINGS', text, 0, 2000))
const seconds = parseCount('SECONDS', process.argv[3] ?? '30', 1, 600)
const rate = parseCount('REQUESTS PER SECOND', process.argv[4] ?? '20', 1, 500)
const file = process.argv[5] ?? 'dist/open-loop.json'
/** Requests per second of each kind. One in five requests is a save. */
const rates = { 'client list': rate * 0.3, calendar: rate * 0.3, 'note list': rate * 0.2, 'save a note': rate * 0.2 }
/** Seconds in which the recordings must end. If they take longer, the bench fails. */
const endTimeoutSeconds = 60
const secret = 'a secret of the benches only, thirty-two'

const folder = await mkdtemp(join(tmpdir(), 'attend-bench-'))
const database = await startEmbedded({ folder: join(folder, 'postgres'), password: 'bench' })
await prepareDatabase(database.adminUrl, { secret, formerSecrets: [] })
const admin = new pg.Client({ connectionString: database.adminUrl })
await admin.connect()
const web = await startProgram(new URL('../http/product.ts', import.meta.url), [database.adminUrl, secret])
const browsers = await startProgram(new URL('../recordings-at-once/browsers.ts', import.meta.url), [])
const clinicians = await addClinicians(admin, secret, 100)
await admin.query('analyze')

const machine = { cores: cpus().length, load: loadavg()[0] ?? 0, at: new Date().toISOString() }
console.log(`${machine.cores} cores, load ${machine.load.toFixed(1)}, ${seconds} s, ${rate} lists and saves a second`)
await runRequests({ port: web.port, clinicians, seconds: 2, rates })
const runs = []
for (const recordings of counts) runs.push({ recordings, kinds: await measure(recordings) })
await mkdir(dirname(file), { recursive: true })
await writeFile(file, `${JSON.stringify({ ...machine, seconds, requestsPerSecond: rate, runs }, null, 2)}\n`)
console.log(`Written to ${file}`)

web.child.kill()
browsers.child.kill()
await admin.end()
await database.stop()
await rm(folder, { recursive: true, force: true })

async function measure(recordings: number) {
  const recorders = await startRecordings({ admin, secret, port: web.port }, recordings)
  const [recorded, requests] = await Promise.all([
    record(recorders),
    runRequests({ port: web.port, clinicians, seconds, rates }),
  ])
  const failures: Outcome['errors'] = recorded.failures > 0 ? { 'not acknowledged': recorded.failures } : {}
  const outcomes = { 'chunk of a recording': { times: recorded.sinceDue, errors: failures }, ...requests }
  console.log(`\n${recordings} recordings                 requests   p50, p95, p99, worst                errors`)
  return Object.entries(outcomes).map(([kind, { times, errors }]) => {
    const at = (share: number) => Math.round(times[Math.ceil(share * times.length) - 1] ?? 0)
    const figures = { kind, succeeded: times.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), worst: at(1), errors }
    const shown = Object.entries(errors).map(([reason, count]) => `${count} × ${reason}`)
    console.log(
      [
        `  ${kind}`.padEnd(26),
        String(times.length).padStart(11),
        `   ${figures.p50}, ${figures.p95}, ${figures.p99}, ${figures.worst} ms`.padEnd(36),
        shown.join(', ') || '0',
      ].join(' '),
    )
    return figures
  })
}

async function record(recorders: readonly Recorder[]): Promise<Recorded> {
  const recorded = once(browsers.child, 'message', {
    signal: AbortSignal.timeout((seconds + endTimeoutSeconds) * 1000),
  })
  browsers.child.send({ port: web.port, recorders, seconds })
  return (await recorded)[0]
}

/** @throws Error that names the argument */
function parseCount(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max)
    throw new Error(`${name} is a whole number from ${min} to ${max}.`)
  return value
}
