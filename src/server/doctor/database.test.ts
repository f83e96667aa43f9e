import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { prepareDatabase } from '#server/db/database.ts'
import { install, type Installation, newFolder, removeFolders, settings } from '#test/backup-clinic.ts'
import { testSecret } from '#test/postgres.ts'
import { diagnose } from './diagnose.ts'
import type { Finding } from './finding.ts'

const testTimeoutMs = 120_000

let installation: Installation
let env: Record<string, string>
let undo: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const folder = await newFolder()
  installation = await install(settings(folder))
  env = { DATA_DIR: folder, APP_SECRET: testSecret, SPEECH_ENGINE: 'none', PORT: '0' }
}, testTimeoutMs)
afterEach(async () => {
  for (const back of undo.toReversed()) await back()
  undo = []
})
afterAll(async () => {
  await installation.stop()
  await removeFolders()
})

const query = <Row extends Record<string, unknown>>(statement: string) => installation.query<Row>(statement)

async function change(statement: string, back: string): Promise<void> {
  await query(statement)
  undo.push(() => query(back))
}

/** The role of this database, e.g. `app_web_5`, or its login. */
async function roleName(pattern: string): Promise<string> {
  const [row] = await query<{ name: string }>(`select rolname as name from pg_roles where rolname ~ '${pattern}'`)
  return row?.name ?? ''
}

const findingWith = (level: Finding['level'], problem: RegExp, remedy: RegExp) =>
  expect.objectContaining({
    area: 'database',
    level,
    problem: expect.stringMatching(problem),
    remedy: expect.stringMatching(remedy),
  })

const lacks = (statement: string) => new RegExp(`^The database lacks a part of its schema: ${statement}\\.$`)

test('a fresh installation has exactly the schema of its version', { timeout: testTimeoutMs }, async () => {
  expect((await diagnose(env)).filter(({ area }) => area === 'database')).toEqual([])
})

test.for([
  [
    'a right that a role lost',
    'revoke select on notes from ROLE',
    'grant select on notes to ROLE',
    'grant SELECT on public.notes to app_web',
  ],
  [
    'row-level security that is off',
    'alter table notes disable row level security',
    'alter table notes enable row level security',
    'alter table public.notes enable row level security',
  ],
  [
    'row-level security that its owner escapes',
    'alter table notes no force row level security',
    'alter table notes force row level security',
    'alter table public.notes force row level security',
  ],
  [
    'a table that is gone',
    'alter table audit_events rename to other',
    'alter table other rename to audit_events',
    '.*audit_events.*',
  ],
])('the doctor names %s', { timeout: testTimeoutMs }, async ([, statement = '', back = '', named = '']) => {
  const role = await roleName('^app_web_[0-9]+$')
  await change(statement.replace('ROLE', role), back.replace('ROLE', role))
  expect(await diagnose(env)).toContainEqual(findingWith('fault', lacks(named), /^Find out who changed it/))
})

test('the doctor warns of a policy and a right that were added', { timeout: testTimeoutMs }, async () => {
  await change('create policy open on clients for select using (true)', 'drop policy open on clients')
  await change('grant select on clients to public', 'revoke select on clients from public')
  const findings = await diagnose(env)
  expect(findings.filter(({ level }) => level === 'fault')).toEqual([])
  expect(findings).toContainEqual(
    findingWith(
      'warning',
      /create policy open on public\.clients .*; grant SELECT on public\.clients to public\.$/,
      /^Remove/,
    ),
  )
})

test('the doctor names a login of Attend that is not allowed to sign in', { timeout: testTimeoutMs }, async () => {
  const login = await roleName('^app_web_[0-9]+_')
  await change(`alter role ${login} nologin`, 'select')
  const problem = new RegExp(`cannot sign in to the database as ${login}\\.`)
  expect(await diagnose(env)).toContainEqual(findingWith('fault', problem, /^As a superuser, run ALTER ROLE/))
  await query(`alter role ${login} login`)
  expect((await diagnose(env)).filter(({ area }) => area === 'database')).toEqual([])
})

test(
  'the doctor names a login of Attend with another password, and the remedy restores it',
  { timeout: testTimeoutMs },
  async () => {
    const login = await roleName('^app_web_[0-9]+_')
    await query(`alter role ${login} password 'other'`)
    const problem = new RegExp(`cannot sign in to the database as ${login}\\.`)
    const remedy = `DROP OWNED BY ${login}; DROP ROLE ${login};`
    expect(await diagnose(env)).toContainEqual(findingWith('fault', problem, new RegExp(remedy)))
    await query(remedy)
    await prepareDatabase(installation.database.adminUrl, installation.config)
    expect((await diagnose(env)).filter(({ area }) => area === 'database')).toEqual([])
  },
)

test(
  'the doctor names a right on the queue that a role lost, and the remedy restores it',
  { timeout: testTimeoutMs },
  async () => {
    const role = await roleName('^app_worker_[0-9]+$')
    await query(`revoke usage on schema pgboss from ${role}`)
    expect(await diagnose(env)).toContainEqual(
      findingWith('fault', /^The role app_worker cannot use the queue\./, /^Restart Attend/),
    )
    await prepareDatabase(installation.database.adminUrl, installation.config)
    expect((await diagnose(env)).filter(({ area }) => area === 'database')).toEqual([])
  },
)

test('the doctor names a database that accepts no changes', { timeout: testTimeoutMs }, async () => {
  await change(
    'alter database postgres set default_transaction_read_only = on',
    'begin read write; alter database postgres reset default_transaction_read_only; commit',
  )
  expect(await diagnose(env)).toContainEqual(
    findingWith('fault', /^The database accepts no changes/, /RESET default_transaction_read_only/),
  )
})

test('the doctor names a database that cannot store every text', { timeout: testTimeoutMs }, async () => {
  await change(`create database latin template template0 encoding 'LATIN1' locale 'C'`, 'drop database latin')
  const url = Object.assign(new URL(installation.database.adminUrl), { pathname: '/latin' })
  expect(await diagnose({ ...env, DATABASE_URL: url.href })).toContainEqual(
    findingWith('fault', /has the encoding LATIN1/, /ENCODING 'UTF8'/),
  )
})

const process = (roles: string, jobs = 'all') =>
  `insert into processes (id, host, pid, roles, version, memory, engines, worker_jobs)
  values (gen_random_uuid(), 'planted', 1, '{${roles}}', '1', 1, '{}', '${jobs}')`

test.for([
  ['web', 'fault', /^No worker runs/],
  ['worker', 'warning', /^No web process runs/],
] as const)(
  'the doctor says what is missing if only a process of the role %s runs',
  { timeout: testTimeoutMs },
  async ([roles, level, problem]) => {
    await change(process(roles), `delete from processes where host = 'planted'`)
    expect(await diagnose(env)).toContainEqual(findingWith(level, problem, /^Start a process with ROLES=/))
  },
)

test.for([
  ['long', /^No worker takes short jobs: no mail is sent/, /WORKER_JOBS=short/],
  ['short', /^No worker takes long jobs: recordings are not processed/, /WORKER_JOBS=long/],
] as const)(
  'the doctor names the jobs that no worker takes if all workers take only %s jobs',
  { timeout: testTimeoutMs },
  async ([jobs, problem, remedy]) => {
    await change(process('web,worker', jobs), `delete from processes where host = 'planted'`)
    expect(await diagnose(env)).toContainEqual(findingWith('fault', problem, remedy))
    await change(process('worker', jobs === 'long' ? 'short' : 'long'), `delete from processes where host = 'planted'`)
    expect(await diagnose(env)).not.toContainEqual(findingWith('fault', /^No worker/, /./))
  },
)

test(
  'the doctor names a clock that was set back, even if the database has the same clock',
  { timeout: testTimeoutMs },
  async () => {
    await change(
      `update migrations.kysely_migration set timestamp = (now() + interval '2 days')::text where name = '0085_backups'`,
      `update migrations.kysely_migration set timestamp = now()::text where name = '0085_backups'`,
    )
    expect(await diagnose(env)).toContainEqual(
      expect.objectContaining({
        area: 'clock',
        level: 'fault',
        problem: expect.stringContaining('already updated or backed up'),
      }),
    )
  },
)
