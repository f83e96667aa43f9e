// Measures many simultaneous recordings: how long the acknowledgement of a chunk takes, and what a request costs the web process and the
// database. The browsers are a process of their own, so that their processor time is known; they share the machine with the product.
// npm exec -c 'node bench/recordings-at-once/run.ts [RECORDINGS,…] [SECONDS]'   (Linux only)
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { prepareDatabase } from '#server/db/database.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { startProgram } from '../child-program.ts'
import { cpuOf, cpuOfFamily } from '../cpu-time.ts'
import type { Recorded, Recorder } from './browsers.ts'
import { startRecordings } from './recorders.ts'

const counts = (process.argv[2] ?? '100,200,500').split(',').map(Number)
const seconds = Number(process.argv[3] ?? 20)

const folder = await mkdtemp(join(tmpdir(), 'attend-bench-'))
const secret = 'a secret of the benches only, thirty-two'
// `DATABASE_URL` selects another PostgreSQL to measure, e.g. an older one.
const given = process.env['DATABASE_URL']
const embedded =
  given === undefined ? await startEmbedded({ folder: join(folder, 'postgres'), password: 'bench' }) : null
const adminUrl = given ?? embedded?.adminUrl ?? ''
await prepareDatabase(adminUrl, { secret, formerSecrets: [] })
const admin = new pg.Client({ connectionString: adminUrl })
await admin.connect()
const { rows: about } = await admin.query<{ folder: string; version: string }>(
  `select current_setting('data_directory') as folder, current_setting('server_version') as version`,
)
const postmaster = Number((await readFile(join(about[0]?.folder ?? '', 'postmaster.pid'), 'utf8')).split('\n')[0])
const web = await startProgram(new URL('../http/product.ts', import.meta.url), [adminUrl, secret])
const browsers = await startProgram(new URL('./browsers.ts', import.meta.url), [])

console.log(
  `PostgreSQL ${about[0]?.version}, ${cpus().length} cores, ${seconds} s each, load ${loadavg()[0]?.toFixed(1)}`,
)
console.log(
  'recordings   requests/s   slices of a request   acknowledged after: p50, p95, p99, worst   CPU of a request: node, database, browsers   WAL of a request   cores used',
)
for (const count of counts) await measure(count)

web.child.kill()
browsers.child.kill()
await admin.end()
await embedded?.stop()
await rm(folder, { recursive: true, force: true })

async function measure(count: number): Promise<void> {
  const recorders = await startRecordings({ admin, secret, port: web.port }, count)
  await record(recorders, 3)
  const before = await usage()
  const { acknowledged, slices, failures } = await record(recorders, seconds)
  const after = await usage()
  const each = (name: keyof typeof before) => (after[name] - before[name]) / acknowledged.length
  const at = (share: number) => `${Math.round(acknowledged[Math.ceil(share * acknowledged.length) - 1] ?? Number.NaN)}`
  const cores = ((each('node') + each('database') + each('browsers')) * acknowledged.length) / (seconds * 1000)
  console.log(
    [
      String(count).padStart(10),
      (acknowledged.length / seconds).toFixed(0).padStart(12),
      (slices / acknowledged.length).toFixed(2).padStart(21),
      `${at(0.5)}, ${at(0.95)}, ${at(0.99)}, ${at(1)} ms`.padStart(42),
      `${each('node').toFixed(2)}, ${each('database').toFixed(2)}, ${each('browsers').toFixed(2)} ms`.padStart(44),
      `${each('wal').toFixed(0)} bytes`.padStart(18),
      cores.toFixed(2).padStart(12),
    ].join(' '),
  )
  if (failures > 0) throw new Error(`${failures} chunks were not acknowledged`)
}

/** Milliseconds of processor time, and bytes of WAL. */
async function usage() {
  const { rows } = await admin.query<{ wal: number }>(`select pg_current_wal_lsn() - '0/0' as wal`)
  const [node, database, browsersCpu] = await Promise.all([
    cpuOf(web.child.pid ?? 0),
    cpuOfFamily(postmaster),
    cpuOf(browsers.child.pid ?? 0),
  ])
  return { node, database, browsers: browsersCpu, wal: Number(rows[0]?.wal) }
}

async function record(recorders: readonly Recorder[], duration: number): Promise<Recorded> {
  const recorded = once(browsers.child, 'message')
  browsers.child.send({ port: web.port, recorders, seconds: duration })
  const result: Recorded = (await recorded)[0]
  for (const [at, next] of result.next.entries()) Object.assign(recorders[at] ?? {}, { n: next })
  return result
}
