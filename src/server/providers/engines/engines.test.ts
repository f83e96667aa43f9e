import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEngines } from './create.ts'
import { contents, type Mirror, openMirror, smallModel } from './mirror.test-server.ts'
import { listedModels } from './models.ts'
import { type Engines, type ListedModel, UnknownFileError, WrongOffsetError } from './port.ts'
import { Requests } from './requests.ts'

const task = { action: 'download', userId: 'u' } as const
const encoder = smallModel.files[0]?.name ?? ''

let folder: string
let mirror: Mirror
let engines: Engines
const running: Promise<unknown>[] = []
let stop: AbortController

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engines-'))
  mirror = await openMirror()
  engines = onFolder()
  stop = new AbortController()
})
afterEach(async () => {
  stop.abort()
  await Promise.allSettled(running.splice(0))
  await mirror.close()
  await rm(folder, { recursive: true })
})

/** The engines as another process on the same folder sees them. */
function onFolder(models: readonly ListedModel[] = [smallModel], settings = {}): Engines {
  return createEngines({ folder, models, settings: { SPEECH_ENGINE: 'auto', MODELS_MIRROR: mirror.url, ...settings } })
}

const onError = (_: ListedModel, error: unknown) => String(error)

function work(on = engines): Promise<string[]> {
  const installed: string[] = []
  const report = { onInstalled: async ({ id }: ListedModel) => (installed.push(id), null), onError }
  const done = on.work(stop.signal, report).then(() => installed)
  running.push(done)
  return done
}

const stateOf = () => engines.stateOf(smallModel)
const size = smallModel.files.reduce((sum, { bytes }) => sum + bytes, 0)

describe('a download', () => {
  test('a requested model is downloaded and verified, and other processes see it', async () => {
    expect(stateOf()).toMatchObject({ state: 'absent', bytes: 0 })
    await engines.request(smallModel, task)
    expect(onFolder().stateOf(smallModel).state).toBe('waiting')
    expect(await work()).toEqual(['small'])
    expect(onFolder().stateOf(smallModel)).toEqual({
      state: 'installed',
      isActive: false,
      bytes: size,
      verifiedFiles: 3,
      secondsLeft: null,
      failure: null,
    })
    expect(mirror.requests).toEqual(smallModel.files.map(({ name }) => name))
  })

  test('a download continues automatically after its connection broke', async () => {
    mirror.behavior = { cutAt: 100_000 }
    await engines.request(smallModel, task)
    expect(await work()).toEqual(['small'])
    // The number of bytes that arrive before the break depends on the network.
    expect(mirror.requests[1]).toMatch(new RegExp(`^${encoder}( bytes=[1-9]\\d*-)?$`))
  })

  test('an unreachable server is reported as offline, and the download resumes when it responds again', async () => {
    const { port } = new URL(mirror.url)
    await mirror.close()
    await engines.request(smallModel, task)
    const done = work()
    await vi.waitFor(() => expect(stateOf().state).toBe('offline'), { timeout: 5000 })
    mirror = await openMirror(Number(port))
    expect(await done).toEqual(['small'])
  })

  test.each([
    ['a server without ranges', { ignoresRange: true }],
    ['a server that returns another range', { hasOtherRange: true }],
  ])('%s restarts the download of the file', async (_, behavior) => {
    const part = join(folder, 'small', `${encoder}.part`)
    await mkdir(join(folder, 'small'))
    await writeFile(part, Buffer.alloc(100_000, 'encoder'))
    await utimes(part, 0, 0)
    mirror.behavior = behavior
    await engines.request(smallModel, task)
    expect(await work()).toEqual(['small'])
    expect(mirror.requests[0]).toBe(`${encoder} bytes=100000-`)
  })

  test.each(['if accepted', 'always'] as const)('a mirror that compresses %s can be used', async (compresses) => {
    mirror.behavior = { compresses }
    await engines.request(smallModel, task)
    expect(await work()).toEqual(['small'])
  })

  test.each([
    ['other bytes', { isGarbled: true }, `${encoder} does not match its checksum. It was deleted. Download it again.`],
    [
      'another length',
      { isLonger: true },
      `${encoder} does not match its checksum. It was deleted. Download it again.`,
    ],
    ['a missing file', { status: 404 }, 'answered 404'],
    ['a redirect loop', { redirectsTo: '/small/again' }, 'redirects without an end'],
    ['a redirect to another host', { redirectsTo: 'http://169.254.169.254/latest' }, 'redirects to another host'],
  ])('%s fails the download with a reason and leaves no file', async (_, behavior, reason) => {
    mirror.behavior = behavior
    await engines.request(smallModel, task)
    expect(await work()).toEqual([])
    expect(stateOf()).toMatchObject({ state: 'absent', bytes: 0, failure: expect.stringContaining(reason) })
    // The next request starts from a clean state.
    mirror.behavior = {}
    await engines.request(smallModel, task)
    expect(stateOf()).toMatchObject({ state: 'waiting', failure: null })
    expect(await work()).toEqual(['small'])
  })

  test('a model that does not fit the disk fails before anything is written', async () => {
    const huge = { ...smallModel, files: [{ name: 'x.onnx', bytes: 2e15, sha256: '' }] }
    engines = onFolder([huge])
    await engines.request(huge, task)
    expect(await work()).toEqual([])
    expect(engines.stateOf(huge).failure).toMatch(/^Not enough disk space\. 2000000\.0 GB needed, [\d.]+ GB free\.$/)
    expect(mirror.requests).toEqual([])
  })

  test('a paused download keeps its bytes and resumes from there, also after a restart', async () => {
    mirror.behavior = { slowMs: 100 }
    await engines.request(smallModel, task)
    const done = work()
    await vi.waitFor(() => expect(stateOf().state).toBe('downloading'), { timeout: 5000 })
    await vi.waitFor(() => expect(stateOf().bytes).toBeGreaterThan(40_000), { timeout: 5000 })
    await onFolder().pause(smallModel)
    expect(await done).toEqual([])
    const { state, bytes } = onFolder().stateOf(smallModel)
    expect({ state, isPart: bytes > 0 && bytes < size }).toEqual({ state: 'paused', isPart: true })
    mirror.behavior = {}
    await engines.request(smallModel, task)
    expect(await work(onFolder())).toEqual(['small'])
    expect(mirror.requests[1]).toBe(`${encoder} bytes=${bytes}-`)
  })

  test('a canceled download leaves no files', async () => {
    mirror.behavior = { slowMs: 100 }
    await engines.request(smallModel, task)
    const done = work()
    await vi.waitFor(() => expect(stateOf().bytes).toBeGreaterThan(0), { timeout: 5000 })
    await engines.cancel(smallModel)
    expect(await done).toEqual([])
    expect(stateOf()).toMatchObject({ state: 'absent', bytes: 0, failure: null })
    expect(await readdir(folder)).toEqual(['requests'])
  })

  test('the download of a second model waits for that of the first', async () => {
    const second = { ...smallModel, id: 'second' }
    engines = onFolder([smallModel, second])
    mirror.behavior = { slowMs: 50 }
    await engines.request(smallModel, task)
    await engines.request(second, task)
    const done = work()
    await vi.waitFor(() => expect(stateOf().state).toBe('downloading'), { timeout: 5000 })
    expect(engines.stateOf(second).state).toBe('waiting')
    await done
    // The mirror has no folder for the second model.
    expect(engines.stateOf(second).failure).toContain('answered 404')
  })

  test('a model that could not be reported as installed does not block the next one', async () => {
    const second = { ...smallModel, id: 'second' }
    engines = onFolder([smallModel, second])
    await mkdir(join(folder, 'second'))
    for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, 'second', name), content)
    await engines.request(smallModel, task)
    await engines.request(second, { ...task, action: 'verify' })
    await engines.work(stop.signal, {
      onInstalled: async ({ id }) => (id === 'small' ? 'It failed.' : null),
      onError,
    })
    expect(engines.stateOf(smallModel)).toMatchObject({ state: 'installed', failure: 'It failed.' })
    expect(engines.stateOf(second)).toMatchObject({ state: 'installed', failure: null })
  })

  test('a model whose folder cannot be written fails, and the next one is downloaded', async () => {
    const other = { ...smallModel, id: 'other' }
    engines = onFolder([other, smallModel])
    await writeFile(join(folder, 'other'), 'a file where the folder should be')
    await engines.request(other, task)
    await engines.request(smallModel, task)
    expect(await work()).toEqual(['small'])
    expect(engines.stateOf(other)).toMatchObject({ state: 'absent', failure: expect.stringMatching(/EEXIST|ENOTDIR/) })
  })

  test('a pause that arrives when the download ends does not bring its request back', async () => {
    const requests = new Requests(folder)
    await requests.add('small', task)
    const pausing = requests.pause('small')
    await requests.delete('small')
    await pausing
    expect(requests.find('small')).toBeUndefined()
  })

  test('a download that the previous version paused stays paused', async () => {
    await mkdir(join(folder, 'requests'))
    const request = { id: 'r', action: 'download', userId: 'u', isPaused: true, at: 1 }
    await writeFile(join(folder, 'requests', 'small.request.json'), JSON.stringify(request))
    expect(stateOf().state).toBe('paused')
    expect(new Requests(folder).next()).toBeUndefined()
  })

  test('requests for downloads keep their order if the clock is set back', async () => {
    const now = vi.spyOn(Date, 'now')
    await engines.request(smallModel, task)
    now.mockReturnValue(0)
    await new Requests(folder).add('earlier', task)
    now.mockRestore()
    expect(new Requests(folder).next()).toMatchObject({ modelId: smallModel.id })
  })

  test('a download whose process was killed is resumed by the next one', async () => {
    mirror.behavior = { slowMs: 200 }
    await engines.request(smallModel, task)
    const child = fork(fileURLToPath(new URL('work.test-process.ts', import.meta.url)), [folder, mirror.url])
    await vi.waitFor(() => expect(stateOf().bytes).toBeGreaterThan(40_000), { timeout: 20_000 })
    child.kill('SIGKILL')
    await once(child, 'exit')
    const { bytes } = stateOf()
    mirror.behavior = {}
    expect(await work()).toEqual(['small'])
    expect(mirror.requests[1]).toBe(`${encoder} bytes=${bytes}-`)
  }, 60_000)
})

describe('installed models', () => {
  beforeEach(async () => {
    await engines.request(smallModel, task)
    await work()
  })

  test('the choice of a model is seen by other processes immediately, and the environment overrides it', async () => {
    expect(engines.active('speech')).toEqual({ modelId: 'whisper-base.en-int8', decidedBy: null })
    await engines.choose(smallModel)
    expect(onFolder().active('speech')).toEqual({ modelId: 'small', decidedBy: null })
    expect(onFolder().stateOf(smallModel).state).toBe('active')
    const decided = onFolder([smallModel], { SPEECH_BASE_URL: 'http://speech.test/v1' })
    expect(decided.active('speech')).toEqual({ modelId: null, decidedBy: 'SPEECH_BASE_URL' })
    expect(decided.isLocal()).toBe(false)
    expect(decided.stateOf(smallModel).state).toBe('installed')
  })

  test('a model for speakers is chosen beside that for speech, and the environment overrides it', async () => {
    expect(engines.active('speakers')).toEqual({ modelId: '3dspeaker-campplus', decidedBy: null })
    const voices = { ...smallModel, id: 'voices', kind: 'speakers' as const }
    const listed = onFolder([smallModel, voices])
    await listed.choose(smallModel)
    await listed.choose(voices)
    expect(listed.active('speakers')).toEqual({ modelId: 'voices', decidedBy: null })
    expect(listed.active('speech').modelId).toBe('small')
    for (const [settings, decidedBy] of [
      [{ SPEAKERS: 'off' }, 'SPEAKERS'],
      [{ SPEAKER_MODEL_PATH: '/voices' }, 'SPEAKER_MODEL_PATH'],
      [{ SPEECH_MODEL_PATH: '/weights' }, 'SPEECH_MODEL_PATH'],
    ] as const)
      expect(onFolder([voices], settings).active('speakers').decidedBy).toBe(decidedBy)
  })

  test('the list of models has one default of every kind', () => {
    for (const kind of ['speech', 'speakers', 'language'])
      expect(listedModels.filter((model) => model.kind === kind && model.isDefault)).toHaveLength(1)
  })

  test('a verification finds a changed byte and deletes the file', async () => {
    const path = join(folder, 'small', encoder)
    const content = await readFile(path)
    content[1000] = 0
    await writeFile(path, content)
    await engines.request(smallModel, { ...task, action: 'verify' })
    expect(await work()).toEqual([])
    expect(stateOf()).toMatchObject({
      state: 'absent',
      failure: `${encoder} does not match its checksum. It was deleted. Download it again.`,
    })
  })

  test('a model in use stays active while it waits for its verification', async () => {
    await engines.choose(smallModel)
    await engines.request(smallModel, { ...task, action: 'verify' })
    expect(stateOf()).toMatchObject({ state: 'waiting', isActive: true })
  })

  test('a verification of intact files changes nothing', async () => {
    await engines.request(smallModel, { ...task, action: 'verify' })
    expect(await work()).toEqual(['small'])
    expect(stateOf()).toMatchObject({ state: 'installed', failure: null })
  })

  test('removing a model deletes its files and its choice', async () => {
    await engines.choose(smallModel)
    await engines.remove(smallModel)
    expect(stateOf()).toMatchObject({ state: 'absent', bytes: 0 })
    expect(engines.active('speech').modelId).toBe('whisper-base.en-int8')
  })
})

describe('added files', () => {
  const uploadId = '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d1c01'
  const bytesOf = (name: string) => contents[name] ?? Buffer.alloc(0)
  async function send(content: Buffer, announced = content.length, parts = 2) {
    const length = Math.ceil(content.length / parts)
    let added = null
    for (let offset = 0; offset < content.length; offset += length)
      added = await engines.receive(
        { uploadId, size: announced, offset },
        Readable.from([content.subarray(offset, offset + length)]),
      )
    return added
  }

  test('added files are recognized by their content, and a complete set is an installed model', async () => {
    for (const { name } of smallModel.files)
      expect(await send(bytesOf(name))).toEqual({ fileName: name, modelIds: ['small'] })
    expect(stateOf()).toMatchObject({ state: 'installed', bytes: size })
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
  })

  test('a part of an added file that is sent again replaces what arrived of it', async () => {
    const content = bytesOf(encoder)
    const sendFrom = (offset: number, until?: number) =>
      engines.receive({ uploadId, size: content.length, offset }, Readable.from([content.subarray(offset, until)]))
    await sendFrom(0, 200_000)
    expect(await sendFrom(100_000)).toEqual({ fileName: encoder, modelIds: ['small'] })
  })

  test('an added file that cannot be moved to its model does not stay on the disk', async () => {
    await writeFile(join(folder, 'small'), 'a file where the folder should be')
    await expect(send(bytesOf(encoder))).rejects.toThrow(/EEXIST|ENOTDIR/)
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
  })

  test('an added file of the right length with other content is rejected and deleted', async () => {
    const other = Buffer.alloc(bytesOf(encoder).length)
    await expect(send(other)).rejects.toBeInstanceOf(UnknownFileError)
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
    expect(stateOf().state).toBe('absent')
  })

  test('an added file with more bytes than announced, or a part out of order, is rejected', async () => {
    await expect(send(bytesOf(encoder), 1000, 1)).rejects.toBeInstanceOf(UnknownFileError)
    await expect(
      engines.receive({ uploadId, size: 300_000, offset: 5 }, Readable.from([Buffer.alloc(10)])),
    ).rejects.toBeInstanceOf(WrongOffsetError)
  })
})

test('damaged state files of models count as missing', async () => {
  await mkdir(join(folder, 'requests'))
  await writeFile(join(folder, 'chosen.json'), '{"speech":')
  await writeFile(join(folder, 'requests', 'small.request.json'), '[]')
  expect(engines.active('speech').modelId).toBe('whisper-base.en-int8')
  expect(stateOf().state).toBe('absent')
})
