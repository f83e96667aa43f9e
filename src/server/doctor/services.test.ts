import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { anchorFile, anchorKeys, writeAnchor } from '#server/audit-trail/anchor.ts'
import { readConfig } from '#server/config.ts'
import { install, type Installation, newFolder, removeFolders, settings } from '#test/backup-clinic.ts'
import { testSecret } from '#test/postgres.ts'
import { mountSmallFolder } from '#test/small-disk.ts'
import { diagnose } from './diagnose.ts'
import type { Area, Finding } from './finding.ts'

const testTimeoutMs = 120_000

let installation: Installation
let env: Record<string, string>
const servers: Server[] = []
let undo: (() => unknown)[] = []

beforeAll(async () => {
  const folder = await newFolder()
  installation = await install(settings(folder))
  env = { DATA_DIR: folder, APP_SECRET: testSecret, SPEECH_ENGINE: 'none', PORT: '0' }
}, testTimeoutMs)
afterEach(async () => {
  for (const server of servers.splice(0)) server.close()
  for (const back of undo.toReversed()) await back()
  undo = []
})
afterAll(async () => {
  await installation.stop()
  await removeFolders()
})

async function listen(server: Server, host = '127.0.0.1'): Promise<string> {
  servers.push(server)
  await once(server.listen(0, host), 'listening')
  const { port }: AddressInfo = Object(server.address())
  return `127.0.0.1:${port}`
}

/** Accepts connections and never responds. */
const silentServer = () => listen(createServer().on('connection', (socket) => undo.push(() => socket.destroy())))

const respondingServer = (status: number, body: string) =>
  listen(createHttpServer((_, response) => response.writeHead(status).end(body)))

const portOf = (address: string) => address.split(':')[1] ?? ''

function findingWith(area: Area, problem: string, level: Finding['level'] = 'fault') {
  return expect.objectContaining({
    area,
    level,
    problem: expect.stringContaining(problem),
    remedy: expect.stringMatching(/^[A-Z].{8,}\.$/),
  })
}

test('the doctor finds no fault in a working installation', { timeout: testTimeoutMs }, async () => {
  expect((await diagnose(env)).filter(({ level }) => level === 'fault')).toEqual([])
})

test.for([
  ['PORT', {}],
  ['HEALTH_PORT', { ROLES: 'worker' }],
  ['METRICS_PORT', {}],
] as const)('the doctor names another program at %s', { timeout: testTimeoutMs }, async ([name, more]) => {
  const port = portOf(await respondingServer(200, 'another product'))
  expect(await diagnose({ ...env, ...more, [name]: port })).toContainEqual(
    findingWith(
      'settings',
      `Port ${port} is already in use: stop the program that uses it (perhaps another Attend), or set ${name} to another one.`,
    ),
  )
})

test('the doctor accepts ports that Attend itself has opened', { timeout: testTimeoutMs }, async () => {
  const product = portOf(await respondingServer(200, '{"status":"live","version":"0.1.0"}'))
  const figures = portOf(await respondingServer(200, 'attend_build_info{version="0.1.0"} 1'))
  expect(await diagnose({ ...env, PORT: product, METRICS_PORT: figures })).not.toContainEqual(
    findingWith('settings', 'in use'),
  )
})

test(
  'the doctor names two settings with the same port, and an address that this machine does not have',
  { timeout: testTimeoutMs },
  async () => {
    const server = await silentServer()
    servers.splice(0).forEach((one) => one.close())
    const port = portOf(server)
    expect(await diagnose({ ...env, PORT: port, METRICS_PORT: port })).toContainEqual(
      findingWith('settings', 'set METRICS_PORT to another one'),
    )
    const elsewhere = { HOST: '192.0.2.1', PUBLIC_URL: 'https://clinic.example', TRUST_PROXY: 'true' }
    expect(await diagnose({ ...env, ...elsewhere })).toContainEqual(
      findingWith('settings', 'This machine has no address 192.0.2.1 to listen on'),
    )
  },
)

test(
  'the doctor names a PUBLIC_URL that leads to another program, while Attend runs',
  { timeout: testTimeoutMs },
  async () => {
    const PUBLIC_URL = `http://${await respondingServer(404, 'Welcome to nginx!')}`
    const problem = `PUBLIC_URL, ${PUBLIC_URL}, does not lead to Attend`
    expect(await diagnose({ ...env, PUBLIC_URL })).not.toContainEqual(findingWith('settings', problem, 'warning'))
    await installation.query(`insert into processes (id, host, pid, roles, version, memory, engines)
    values (gen_random_uuid(), 'planted', 1, '{web,worker}', '1', 1, '{}')`)
    undo.push(() => installation.query(`delete from processes where host = 'planted'`))
    expect(await diagnose({ ...env, PUBLIC_URL })).toContainEqual(findingWith('settings', problem, 'warning'))
  },
)

test(
  'the doctor names a store that accepts connections and never responds, within twenty seconds',
  { timeout: testTimeoutMs },
  async () => {
    const keys = {
      S3_ENDPOINT: `http://${await silentServer()}/bucket`,
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
    }
    const startedAt = performance.now()
    expect(await diagnose({ ...env, FILES: 's3', ...keys })).toContainEqual(
      findingWith('storage', 'It did not respond within 15 seconds'),
    )
    expect(performance.now() - startedAt).toBeLessThan(20_000)
  },
)

test.for([
  ['settings', 'SMTP_URL (Expected smtp://', { SMTP_URL: 'mail.example:465' }],
  ['settings', 'DATABASE_URL (Expected postgres://', { DATABASE_URL: 'localhost:5432/attend' }],
  ['settings', 'STRIPE_SECRET_KEY needs STRIPE_PUBLISHABLE_KEY', { STRIPE_SECRET_KEY: 'sk_test_1' }],
  ['engines', '/nowhere contains no speech model', { SPEECH_ENGINE: 'embedded', SPEECH_MODEL_PATH: '/nowhere' }],
  ['engines', '/nowhere contains no model that compares voices', { SPEAKER_MODEL_PATH: '/nowhere' }],
  [
    'engines',
    'DRAFTER_MODEL_PATH is /nowhere/model.gguf',
    { DRAFTER: 'embedded', DRAFTER_MODEL_PATH: '/nowhere/model.gguf' },
  ],
  ['audit', "no such file or directory, access '/nowhere'", { AUDIT_ANCHOR: '/nowhere/anchor.json' }],
] as const)('the doctor names a fault of the %s: %s', { timeout: testTimeoutMs }, async ([area, problem, wrong]) => {
  expect(await diagnose({ ...env, ...wrong })).toContainEqual(findingWith(area, problem))
})

test.for([
  [401, '{}', 'fault', 'rejects the key (status 401)'],
  [404, 'nothing here', 'warning', 'has no list of models'],
  [200, '{"data":[{"id":"llama3"},{"id":"qwen3:4b"}]}', 'fault', 'has no model qwen. It has llama3, qwen3:4b.'],
] as const)(
  'the doctor names a language model whose endpoint responds with %i and %s',
  { timeout: testTimeoutMs },
  async ([status, body, level, problem]) => {
    const DRAFTER_BASE_URL = `http://${await respondingServer(status, body)}/v1`
    const drafter = { DRAFTER: 'openai-compatible', DRAFTER_BASE_URL, DRAFTER_MODEL: 'qwen', DRAFTER_API_KEY: 'key' }
    expect(await diagnose({ ...env, ...drafter })).toContainEqual(findingWith('engines', problem, level))
  },
)

test.for([
  [{ DRAFTER_MODEL_PATH: '/models/own.gguf' }, 'DRAFTER_MODEL_PATH', 'embedded'],
  [{ DRAFTER_BASE_URL: 'http://127.0.0.1:9/v1', DRAFTER_MODEL: 'qwen' }, 'DRAFTER_BASE_URL, DRAFTER_MODEL', 'openai'],
] as const)(
  'the doctor names settings of a language model that have no effect without DRAFTER: %j',
  { timeout: testTimeoutMs },
  async ([ignored, names, drafter]) => {
    const finding = (await diagnose({ ...env, ...ignored })).find(({ problem }) => problem.includes('no effect'))
    expect(finding).toMatchObject({
      area: 'engines',
      level: 'warning',
      problem: expect.stringContaining(`: ${names}.`),
    })
    expect(finding?.remedy).toMatch(`Set DRAFTER=${drafter}`)
    const drafting = await diagnose({ ...env, ...ignored, DRAFTER: 'extractive' })
    expect(drafting.some(({ problem }) => problem.includes('no effect'))).toBe(false)
  },
)

test('the doctor names a speech endpoint that rejects the key', { timeout: testTimeoutMs }, async () => {
  const SPEECH_BASE_URL = `http://${await respondingServer(403, '{}')}/v1`
  const speech = { SPEECH_ENGINE: 'endpoint', SPEECH_BASE_URL, SPEECH_API_KEY: 'key' }
  expect(await diagnose({ ...env, ...speech })).toContainEqual(findingWith('engines', 'rejects the key (status 403)'))
})

test(
  'the doctor names an anchor of the audit trail that was changed, and one that is old',
  { timeout: testTimeoutMs },
  async () => {
    const AUDIT_ANCHOR = join(await newFolder(), 'anchor.json')
    const config = readConfig({ ...env, AUDIT_ANCHOR })
    await writeFile(AUDIT_ANCHOR, '{}')
    expect(await diagnose({ ...env, AUDIT_ANCHOR })).toContainEqual(findingWith('audit', 'was changed'))
    await writeAnchor(anchorFile(config), anchorKeys(config)[0], { verifiedAt: '2026-01-01T04:11:00.000Z', heads: [] })
    expect(await diagnose({ ...env, AUDIT_ANCHOR })).toContainEqual(
      findingWith('audit', 'last verified at 2026-01-01', 'warning'),
    )
  },
)

test.for([
  ['empty', ''],
  ['too short', 'abc'],
])('the doctor names a secret file that is %s', { timeout: testTimeoutMs }, async ([, content = '']) => {
  const folder = await newFolder()
  await writeFile(join(folder, 'secret'), content, { mode: 0o600 })
  expect(await diagnose({ DATA_DIR: folder })).toEqual([findingWith('settings', 'has fewer than 32 letters')])
})

test('the doctor names a secret file that cannot be read', async () => {
  const folder = await newFolder()
  await mkdir(join(folder, 'secret'))
  expect(await diagnose({ DATA_DIR: folder })).toEqual([findingWith('settings', 'The secret cannot be read')])
})

test('the doctor names a nearly full disk of the backups', { timeout: testTimeoutMs }, async (context) => {
  const disk = mountSmallFolder('20m')
  if (!disk) {
    context.skip('this user may not mount a disk')
    return
  }
  undo.push(() => disk.remove())
  expect(await diagnose({ ...env, BACKUP_TO: disk.folder })).toContainEqual(
    findingWith('backups', `The disk of ${disk.folder} has`),
  )
})
