import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ModelStore } from './model-store.ts'
import type { SpeechModel } from './models.ts'
import { SpeechError } from './port.ts'

const contents: Record<string, Buffer> = {
  'x-encoder.int8.onnx': Buffer.alloc(300_000, 'encoder'),
  'x-decoder.int8.onnx': Buffer.alloc(200_000, 'decoder'),
  'x-tokens.txt': Buffer.from('tokens'),
}

interface Behaviour {
  /** Bytes after which the connection breaks once. */
  cutAt?: number
  garbled?: boolean
  status?: number
  ignoreRange?: boolean
}

let folder: string
let server: Server
let requests: string[]
let behaviour: Behaviour

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'models-'))
  requests = []
  behaviour = {}
  server = createServer((request, response) => {
    const name = request.url?.slice(1) ?? ''
    requests.push(`${name} ${request.headers.range ?? ''}`.trim())
    if (behaviour.status) {
      response.writeHead(behaviour.status).end()
      return
    }
    const start = behaviour.ignoreRange ? 0 : Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const servedContent = behaviour.garbled
      ? Buffer.alloc(contents[name]?.length ?? 0)
      : (contents[name] ?? Buffer.alloc(0))
    const body = servedContent.subarray(start)
    response.writeHead(start > 0 ? 206 : 200, { 'content-length': body.length })
    const { cutAt } = behaviour
    delete behaviour.cutAt
    if (cutAt === undefined) response.end(body)
    else response.write(body.subarray(0, cutAt), () => response.socket?.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true })
})

function store(path?: string): ModelStore {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const files = Object.entries(contents).map(([name, content]) => ({
    name,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }))
  const model: SpeechModel = { label: 'x', license: 'MIT', base: `http://127.0.0.1:${port}/`, files }
  return new ModelStore({ id: 'x', model, folder, path })
}

describe('downloading a model', () => {
  test('a model download ends with all files complete and verified, and reports progress', async () => {
    const models = store()
    const percents: number[] = []
    expect(models.installed()).toBeNull()
    expect(models.percent()).toBeNull()
    const installed = await models.install((percent) => percents.push(percent))
    expect(installed).toMatchObject({ name: 'x', encoder: join(folder, 'x', 'x-encoder.int8.onnx'), joiner: null })
    expect(await readFile(installed.decoder)).toEqual(contents['x-decoder.int8.onnx'])
    expect(await readdir(join(folder, 'x'))).toEqual(Object.keys(contents).toSorted())
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(percents.at(-1)).toBe(100)
    expect(store().installed()).toEqual(installed)
  })

  test('parallel callers share one model download', async () => {
    const models = store()
    const [a, b] = await Promise.all([models.install(), models.install()])
    expect(a).toEqual(b)
    expect(requests).toHaveLength(3)
  })

  test.each([
    ['resumes where an earlier try ended', false],
    ['restarts if the server cannot resume', true],
  ])('an unfinished model download %s', async (_, ignoreRange) => {
    behaviour = { ignoreRange }
    const part = join(folder, 'x', 'x-encoder.int8.onnx.part')
    await mkdir(join(folder, 'x'))
    await writeFile(part, contents['x-encoder.int8.onnx']?.subarray(0, 100_000) ?? '')
    await utimes(part, 0, 0)
    const installed = await store().install()
    expect(await readFile(installed.encoder)).toEqual(contents['x-encoder.int8.onnx'])
    expect(requests[0]).toBe('x-encoder.int8.onnx bytes=100000-')
  })

  test('a model download can be tried again immediately after the connection broke', async () => {
    behaviour = { cutAt: 100_000 }
    const models = store()
    await expect(models.install()).rejects.toMatchObject({ code: 'speech_unavailable' })
    expect(models.installed()).toBeNull()
    expect(models.percent()).toBeNull()
    const installed = await models.install()
    expect(await readFile(installed.encoder)).toEqual(contents['x-encoder.int8.onnx'])
  })

  test('downloaded content that differs from the pinned one is rejected and deleted', async () => {
    behaviour = { garbled: true }
    await expect(store().install()).rejects.toThrow(
      'x-encoder.int8.onnx does not match its checksum. It was deleted. Download it again.',
    )
    expect(await readdir(join(folder, 'x'))).toEqual([])
  })

  test.each([404, 503])('a failed model download reports that the server returned %i', async (status) => {
    behaviour = { status }
    await expect(store().install()).rejects.toThrow(`answered ${status}`)
  })

  test('a disk that is too small is reported before the model download', async () => {
    const file = { name: 'x-encoder.int8.onnx', bytes: 2e15, sha256: '' }
    const model: SpeechModel = { label: 'x', license: 'MIT', base: 'http://127.0.0.1:9/', files: [file] }
    const models = new ModelStore({ id: 'x', model, folder })
    await expect(models.install()).rejects.toThrow(/Not enough disk space\. 2000000\.0 GB needed, [\d.]+ GB free\./)
  })

  test('a model download fails immediately if the server is unreachable, and succeeds later', async () => {
    const models = store()
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    const failure = await models.install().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SpeechError)
    expect(String(failure)).toContain('does not answer')
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    expect((await models.install()).name).toBe('x')
  })
})

describe('manually installed weights', () => {
  test('manually installed weights are recognized by their names, small ones first', async () => {
    const path = join(folder, 'mine')
    await mkdir(path)
    for (const name of ['a-encoder.onnx', 'a-encoder.int8.onnx', 'a-decoder.onnx', 'a-joiner.onnx', 'tokens.txt'])
      await writeFile(join(path, name), name)
    expect(store(path).installed()).toEqual({
      name: 'mine',
      encoder: join(path, 'a-encoder.int8.onnx'),
      decoder: join(path, 'a-decoder.onnx'),
      joiner: join(path, 'a-joiner.onnx'),
      tokens: join(path, 'tokens.txt'),
    })
  })

  test('an empty file of weights counts as missing', async () => {
    const path = join(folder, 'empty')
    await mkdir(path)
    for (const name of ['encoder.onnx', 'decoder.onnx']) await writeFile(join(path, name), name)
    await writeFile(join(path, 'tokens.txt'), '')
    expect(store(path).installed()).toBeNull()
  })

  test('missing weights are reported, and nothing is downloaded', async () => {
    await expect(store(join(folder, 'nowhere')).install()).rejects.toMatchObject({ code: 'speech_unavailable' })
    expect(requests).toEqual([])
  })
})
