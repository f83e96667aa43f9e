import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEngines } from '#server/providers/engines/create.ts'
import { contents, type Mirror, openMirror, smallModel } from '#server/providers/engines/mirror.test-server.ts'
import type { Engines } from '#server/providers/engines/port.ts'
import { buildMember, buildOrganization, buildPlatformAdmin, buildUser } from '#test/build.ts'
import { openWorkerServices } from '#test/jobs.ts'
import { type Api, createWorld, type World } from '#test/world.ts'
import { recommendedOf } from './get-engines.ts'
import { workOnEngines } from './work-on-engines.ts'

const refused = { code: 'not_allowed', status: 403 }

let world: World
let mirror: Mirror
let folder: string
let engines: Engines
let firstId: string
let first: Api
let others: Record<'owner' | 'colleague' | 'supervisor' | 'otherOwner', Api>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engines-'))
  mirror = await openMirror()
  engines = createEngines({
    folder,
    models: [smallModel],
    settings: { SPEECH_ENGINE: 'auto', MODELS_MIRROR: mirror.url },
  })
  world = await createWorld({ providers: { engines } })
  // The settings of `npm start`: the embedded database, on an installation that is reachable from this machine only.
  world.config.DATABASE_URL = undefined
  // The demo practice may be created before the first account.
  const demo = await buildOrganization(world)
  await world.db.insertInto('demo_practice').values({ organization_id: demo.id, owner_id: demo.ownerId }).execute()
  firstId = await buildUser(world)
  first = await world.as(firstId)
  const { id: organizationId, ownerId } = await buildOrganization(world)
  const as = async (role: 'supervisor' | 'therapist') =>
    await world.as((await buildMember(world, { organizationId, role })).userId)
  others = {
    owner: await world.as(ownerId),
    colleague: await as('therapist'),
    supervisor: await as('supervisor'),
    otherOwner: await world.as((await buildOrganization(world)).ownerId),
  }
})
afterAll(async () => {
  await world.close()
  await mirror.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  mirror.behavior = {}
  await engines.remove(smallModel)
  world.config.DATABASE_URL = undefined
})

const modelId = smallModel.id
const small = async () => (await first.engines.list()).groups[0]?.models[0]

describe('rights', () => {
  test('the first account of a local installation can manage engines, and other accounts cannot', async () => {
    expect((await first.accounts.me()).canManageEngines).toBe(true)
    expect((await first.engines.list()).groups).toHaveLength(1)
    for (const api of Object.values(others)) {
      expect((await api.accounts.me()).canManageEngines).toBe(false)
      await expect(api.engines.list()).rejects.toMatchObject(refused)
      for (const verb of ['download', 'pause', 'cancel', 'verify', 'use', 'remove'] as const)
        await expect(api.engines[verb]({ modelId })).rejects.toMatchObject(refused)
      await expect(api.engines.try()).rejects.toMatchObject(refused)
    }
  })

  test('on an installation with its own database or on a network, the first account cannot manage engines', async () => {
    world.config.DATABASE_URL = 'postgres://elsewhere'
    await expect(first.engines.list()).rejects.toMatchObject(refused)
    world.config.DATABASE_URL = undefined
    world.config.HOST = '0.0.0.0'
    await expect(first.engines.list()).rejects.toMatchObject(refused)
    expect((await first.accounts.me()).canManageEngines).toBe(false)
    world.config.HOST = '127.0.0.1'
  })

  test('a platform admin with a second factor can manage engines on every installation', async () => {
    world.config.DATABASE_URL = 'postgres://elsewhere'
    const { api } = await buildPlatformAdmin(world)
    expect((await api.engines.list()).groups).toHaveLength(1)
    const unverified = await world.as(await buildUser(world, { role: 'admin' }))
    await expect(unverified.engines.list()).rejects.toMatchObject({ code: 'second_factor_missing' })
  })
})

describe('a download', () => {
  test('a model download runs in the worker, activates the first model of its kind and is audited', async () => {
    expect(await small()).toMatchObject({ state: 'absent', isRecommended: true, fits: true })
    await first.engines.download({ modelId })
    // A second request changes nothing.
    await first.engines.download({ modelId })
    await world.worker()
    await vi.waitFor(async () => expect((await small())?.state).toBe('active'), { timeout: 20_000, interval: 200 })
    const events = await world.db
      .selectFrom('audit_events')
      .where('actor_id', '=', firstId)
      .where('resource_type', '=', 'engine')
      .select(['action', 'details', 'organization_id'])
      .orderBy('seq')
      .execute()
    expect(events.map(({ action }) => action)).toEqual([
      'engine.download_requested',
      'engine.downloaded',
      'engine.chosen',
    ])
    expect(events[0]).toMatchObject({ details: { model: 'small' }, organization_id: null })
    await expect(first.engines.use({ modelId: 'other' })).rejects.toMatchObject({ code: 'engine_unknown' })
  }, 40_000)

  test('a model whose requester was deactivated becomes active, and later requests are done', async () => {
    const requester = await buildUser(world)
    await engines.request(smallModel, { action: 'download', userId: requester })
    await world.db.updateTable('users').set({ is_active: false }).where('id', '=', requester).execute()
    const worker = await openWorkerServices(world)
    await workOnEngines(worker.services, new AbortController().signal)
    expect((await small())?.state).toBe('active')
    const events = world.db.selectFrom('audit_events').where('actor_id', '=', requester).selectAll()
    expect(await events.execute()).toEqual([])
    await worker.close()
  })

  test.for([
    ['an active user', true],
    ['a deactivated user', false],
  ] as const)(
    'an unexpected error after a download of %s ends its request with a number to report',
    async ([, isActive]) => {
      const requester = isActive ? firstId : await buildUser(world)
      await engines.request(smallModel, { action: 'download', userId: requester })
      await world.db.updateTable('users').set({ is_active: isActive }).where('id', '=', requester).execute()
      const worker = await openWorkerServices(world)
      const choose = vi.spyOn(engines, 'choose').mockRejectedValueOnce(new Error('odd'))
      await workOnEngines(worker.services, new AbortController().signal)
      choose.mockRestore()
      expect(engines.stateOf(smallModel)).toMatchObject({
        state: 'installed',
        failure: expect.stringMatching(/report number \w{8}\.$/),
      })
      await worker.close()
    },
  )

  test('an unexpected error during a download ends its request with a number to report', async () => {
    await writeFile(join(folder, modelId), 'a file where the folder should be')
    await engines.request(smallModel, { action: 'download', userId: firstId })
    const worker = await openWorkerServices(world)
    await workOnEngines(worker.services, new AbortController().signal)
    expect((await small())?.failure).toMatch(/report number \w{8}\.$/)
    await worker.close()
  })

  test('a model in use that waits for its verification is not replaced by a finished download', async () => {
    const second = { ...smallModel, id: 'second' }
    const both = createEngines({
      folder,
      models: [smallModel, second],
      settings: { SPEECH_ENGINE: 'auto', MODELS_MIRROR: mirror.url },
    })
    for (const { id } of [smallModel, second]) {
      await mkdir(join(folder, id), { recursive: true })
      for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, id, name), content)
    }
    await both.choose(smallModel)
    await both.request(second, { action: 'download', userId: firstId })
    await both.request(smallModel, { action: 'verify', userId: firstId })
    const worker = await openWorkerServices(world)
    await workOnEngines({ ...worker.services, engines: both }, new AbortController().signal)
    expect(both.active('speech').modelId).toBe(modelId)
    await worker.close()
  })

  test('an outage after a download leaves the request for the next run', async () => {
    await engines.request(smallModel, { action: 'download', userId: firstId })
    const worker = await openWorkerServices(world)
    const outage = Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' })
    const choose = vi.spyOn(engines, 'choose').mockRejectedValueOnce(outage)
    await expect(workOnEngines(worker.services, new AbortController().signal)).rejects.toThrow('no connection')
    choose.mockRestore()
    await workOnEngines(worker.services, new AbortController().signal)
    expect((await small())?.state).toBe('active')
    await worker.close()
  })

  test('a model that is not downloaded can be neither used nor verified', async () => {
    await expect(first.engines.use({ modelId })).rejects.toMatchObject({ code: 'engine_missing' })
    await expect(first.engines.verify({ modelId })).rejects.toMatchObject({ code: 'engine_missing' })
  })
})

describe('added files', () => {
  const uploadId = '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d1c01'
  async function put(userId: string, size: number, content: Buffer) {
    const headers = await world.headersOf(userId)
    const url = `${world.url}/api/engines/files/${uploadId}/${size}/0`
    const response = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(content) })
    return response.ok ? response.status : (await response.json()).code
  }

  test('complete and verified model files install a model, which becomes active at once', async () => {
    for (const content of Object.values(contents)) expect(await put(firstId, content.length, content)).toBe(201)
    expect((await small())?.state).toBe('active')
    const added = world.db.selectFrom('audit_events').where('action', '=', 'engine.file_added').selectAll()
    expect(await added.execute()).toHaveLength(3)
  })

  test('model files of other lengths or contents are rejected', async () => {
    expect(await put(firstId, 10, Buffer.alloc(10))).toBe('engine_files_unknown')
    expect(await put(firstId, 300_000, Buffer.alloc(300_000))).toBe('engine_files_unknown')
  })

  test('other accounts can neither upload model files nor play the sample', async () => {
    const userId = await buildUser(world)
    expect(await put(userId, 300_000, contents['x-encoder.int8.onnx'] ?? Buffer.alloc(0))).toBe('not_allowed')
    const sample = async (headers: Record<string, string>) =>
      await fetch(`${world.url}/api/engines/sample`, { headers })
    expect((await sample(await world.headersOf(userId))).status).toBe(403)
    expect((await sample({ origin: world.url })).status).toBe(401)
    const own = await sample(await world.headersOf(firstId))
    expect([own.status, own.headers.get('content-type')]).toEqual([200, 'audio/webm'])
  })
})

test('a trial of the engines with the sample runs in the worker', async () => {
  await world.worker()
  await first.engines.try()
  await vi.waitFor(async () => expect((await first.engines.list()).trial?.state).not.toBe('running'), {
    timeout: 20_000,
  })
  // The fake engine returns no words.
  expect((await first.engines.list()).trial).toMatchObject({ state: 'done', transcribed: { words: 0 } })
}, 30_000)

test('a model download is rejected if memory or disk is too small, and the error names needed and free memory', async () => {
  const machine = { cores: 2, memoryFree: 500, memoryTotal: 4e9, diskFree: 100e9 }
  const read = vi.spyOn(engines, 'machine').mockResolvedValue(machine)
  await expect(first.engines.download({ modelId })).rejects.toThrow('The model needs 0.0 GB of memory, 0.0 GB is free.')
  read.mockResolvedValue({ ...machine, memoryFree: 2e9, diskFree: 1000 })
  await expect(first.engines.download({ modelId })).rejects.toMatchObject({ code: 'engine_disk' })
  read.mockRestore()
  expect((await small())?.state).toBe('absent')
})

test('an environment variable that chooses a model cannot be overridden', async () => {
  const installed = vi.spyOn(engines, 'stateOf').mockReturnValue({
    state: 'installed',
    isActive: false,
    bytes: 1,
    verifiedFiles: 3,
    secondsLeft: null,
    failure: null,
  })
  const active = vi.spyOn(engines, 'active').mockReturnValue({ modelId: null, decidedBy: 'SPEECH_BASE_URL' })
  await expect(first.engines.use({ modelId })).rejects.toThrow(
    'The setting SPEECH_BASE_URL of the installation decides',
  )
  installed.mockRestore()
  active.mockRestore()
})

test('recommendedOf returns the default model, or a smaller one if the default leaves less than half of the memory free', () => {
  const models = [1e9, 2e9, 4e9].map((memory) => ({ ...smallModel, memory, isDefault: memory === 2e9 }))
  const on = (memoryTotal: number) =>
    recommendedOf(models, { cores: 2, memoryFree: 0, memoryTotal, diskFree: 0 })?.memory
  expect([on(16e9), on(5e9), on(3e9), on(5e8)]).toEqual([2e9, 2e9, 1e9, undefined])
})
