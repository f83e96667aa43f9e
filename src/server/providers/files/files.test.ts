import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { isTransient } from '#server/jobs/is-transient.ts'
import { collectBytes } from './blocks.ts'
import { createFiles } from './create.ts'
import { createFakeFiles } from './fake.ts'
import type { ByteRange, Files } from './port.ts'
import { startS3TestServer } from './s3.test-server.ts'

const masterKey = randomBytes(32)
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** The raw content of the store. */
interface Raw {
  names(): Promise<string[]>
  read(name: string): Promise<Buffer>
  write(name: string, bytes: Buffer): Promise<void>
}

async function localStore(keys: { masterKey: Buffer; formerKeys?: Buffer[] } = { masterKey }) {
  const folder = await mkdtemp(join(tmpdir(), 'attend-files-'))
  closing.push(() => rm(folder, { recursive: true }))
  const raw: Raw = {
    names: async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)),
    read: (name) => readFile(join(folder, name)),
    write: (name, bytes) => writeFile(join(folder, name), bytes),
  }
  return { folder, raw, files: createFiles({ kind: 'local', folder, ...keys }) }
}

async function s3Store() {
  const s3 = await startS3TestServer()
  closing.push(() => s3.close())
  const raw: Raw = {
    names: () => Promise.resolve([...s3.objects.keys()]),
    read: (name) => Promise.resolve(s3.objects.get(name) ?? Buffer.alloc(0)),
    write: (name, bytes) => Promise.resolve(void s3.objects.set(name, bytes)),
  }
  return { s3, raw, files: s3Files(s3.endpoint) }
}

const s3Files = (endpoint: string) =>
  createFiles({ kind: 's3', endpoint, region: 'auto', accessKeyId: 'id', secretAccessKey: 'secret', masterKey })

async function* stream(bytes: Buffer, step = 70_001): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step)
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield randomBytes(100_000)
  throw new Error('the line went dead')
}

const refusedPattern = /stored file|sealed file|master key|S3 returned 416/

async function readAll(files: Files, name: string, range?: ByteRange): Promise<Buffer> {
  const file = await files.get(name, range)
  if (!file) throw new Error('missing')
  return await collectBytes(file.body)
}

const makers: [string, () => Promise<Files>][] = [
  ['local', async () => (await localStore()).files],
  ['s3', async () => (await s3Store()).files],
  ['fake', () => Promise.resolve(createFakeFiles())],
]

describe.each(makers)('files: %s', (_name, make) => {
  test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 300_000])(
    'a stored file of %i bytes is returned unchanged',
    async (size) => {
      const files = await make()
      const bytes = randomBytes(size)
      expect(await files.put('a/b.webm', stream(bytes))).toEqual({ size })
      const found = await files.get('a/b.webm')
      expect(found?.size).toBe(size)
      expect((await readAll(files, 'a/b.webm')).equals(bytes)).toBe(true)
    },
  )

  test('a range of a stored file includes its end, as in HTTP', async () => {
    const files = await make()
    const bytes = randomBytes(200_000)
    await files.put('a', stream(bytes))
    await fc.assert(
      fc.asyncProperty(fc.nat(220_000), fc.nat(150_000), async (start, length) => {
        const part = await readAll(files, 'a', { start, end: start + length })
        expect(part.equals(bytes.subarray(start, start + length + 1))).toBe(true)
      }),
      {
        numRuns: 40,
        examples: [
          [0, 0],
          [65_535, 1],
          [65_536, 65_535],
          [199_999, 10],
          [200_000, 0],
        ],
      },
    )
    await expect(files.get('a', { start: 5, end: 4 })).rejects.toThrow(RangeError)
  })

  test('a missing file is null, a second put replaces the content, and a repeated delete has no effect', async () => {
    const files = await make()
    expect(await files.get('x/y/z')).toBeNull()
    await files.put('x/y/z', stream(Buffer.from('first')))
    await files.put('x/y/z', stream(Buffer.from('second')))
    expect((await readAll(files, 'x/y/z')).toString()).toBe('second')
    await files.delete('x/y/z')
    await files.delete('x/y/z')
    expect(await files.get('x/y/z')).toBeNull()
  })

  test.each([
    '',
    '/',
    '/a',
    'a/',
    'a//b',
    '..',
    '../a',
    'a/../b',
    './a',
    'a/.b',
    'a\\b',
    'a b',
    'ü',
    'a\0',
    'a.',
    'C:/a',
    `a/${'b'.repeat(200)}`,
  ])('the store rejects the file name %j', async (name) => {
    const files = await make()
    await expect(files.put(name, stream(Buffer.from('x')))).rejects.toThrow(TypeError)
    await expect(files.get(name)).rejects.toThrow(TypeError)
    await expect(files.delete(name)).rejects.toThrow(TypeError)
  })

  test('a put whose content breaks off leaves nothing behind, and keeps the older file', async () => {
    const files = await make()
    await expect(files.put('a', broken())).rejects.toThrow('the line went dead')
    expect(await files.get('a')).toBeNull()
    await files.put('a', stream(Buffer.from('kept')))
    await expect(files.put('a', broken())).rejects.toThrow('the line went dead')
    expect((await readAll(files, 'a')).toString()).toBe('kept')
  })
})

const encrypting: [string, () => Promise<{ files: Files; raw: Raw }>][] = [
  ['local', localStore],
  ['s3', s3Store],
]

describe.each(encrypting)('files at rest: %s', (_name, make) => {
  const plain = Buffer.concat([Buffer.from('spoken in confidence'), randomBytes(200_000)])

  test('a stored file does not contain its plain text', async () => {
    const { files, raw } = await make()
    await files.put('a', stream(plain))
    const stored = await raw.read('a')
    expect(stored.includes('spoken in confidence')).toBe(false)
    expect(stored.length).toBe(68 + 200_020 + 4 * 16)
  })

  test('the same content is stored differently each time', async () => {
    const { files, raw } = await make()
    await files.put('a', stream(plain))
    await files.put('b', stream(plain))
    expect((await raw.read('a')).subarray(68).equals((await raw.read('b')).subarray(68))).toBe(false)
  })

  test('a stored file with any changed byte is rejected', async () => {
    const { files, raw } = await make()
    await files.put('a', stream(plain))
    const stored = await raw.read('a')
    await fc.assert(
      fc.asyncProperty(fc.nat(stored.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const altered = Buffer.from(stored)
        altered[at] = (altered[at] ?? 0) ^ change
        await raw.write('a', altered)
        await expect(readAll(files, 'a')).rejects.toThrow(refusedPattern)
      }),
      {
        numRuns: 30,
        examples: [
          [0, 1],
          [4, 1],
          [8, 1],
          [20, 1],
          [68, 1],
          [stored.length - 1, 1],
        ],
      },
    )
  })

  test('a truncated, extended, reordered or renamed file is rejected', async () => {
    const { files, raw } = await make()
    await files.put('a', stream(plain))
    const stored = await raw.read('a')
    const block = 65_536 + 16
    const bad = [
      stored.subarray(0, 0),
      stored.subarray(0, 10),
      stored.subarray(0, 68),
      stored.subarray(0, 68 + 8),
      stored.subarray(0, 68 + block),
      stored.subarray(0, 68 + 2 * block),
      stored.subarray(0, stored.length - 1),
      Buffer.concat([stored, Buffer.alloc(1)]),
      Buffer.concat([stored, stored.subarray(68, 68 + block)]),
      Buffer.concat([
        stored.subarray(0, 68),
        stored.subarray(68 + block, 68 + 2 * block),
        stored.subarray(68, 68 + block),
        stored.subarray(68 + 2 * block),
      ]),
    ]
    for (const bytes of bad) {
      await raw.write('a', Buffer.from(bytes))
      await expect(readAll(files, 'a'), `${bytes.length} bytes`).rejects.toThrow(refusedPattern)
    }
    await raw.write('b', stored)
    await expect(files.get('b')).rejects.toThrow('changed, truncated or renamed')
  })
})

describe('local files', () => {
  test('local files can only be read by their owner, and unfinished files are removed', async () => {
    const { files, folder, raw } = await localStore()
    await files.put('clinic/a.webm', stream(randomBytes(10)))
    await expect(files.put('clinic/b.webm', broken())).rejects.toThrow('the line went dead')
    expect(await raw.names()).toEqual(['clinic/a.webm'])
    expect((await stat(join(folder, 'clinic/a.webm'))).mode & 0o077).toBe(0)
    expect((await stat(join(folder, 'clinic'))).mode & 0o077).toBe(0)
  })

  test('a file replaced during playback is read to its end', async () => {
    const { files } = await localStore()
    const first = randomBytes(400_000)
    await files.put('a', stream(first))
    const file = await files.get('a')
    const seen: Uint8Array[] = []
    for await (const part of file?.body ?? []) {
      if (seen.length === 0) await files.put('a', stream(Buffer.from('newer')))
      seen.push(part)
    }
    expect(Buffer.concat(seen).equals(first)).toBe(true)
  })

  test('a former master key still decrypts its files, an unknown one does not', async () => {
    const { files, folder } = await localStore()
    await files.put('a', stream(Buffer.from('sealed earlier')))
    const newer = randomBytes(32)
    const rotated = createFiles({ kind: 'local', folder, masterKey: newer, formerKeys: [masterKey] })
    await rotated.put('b', stream(Buffer.from('sealed later')))
    expect((await readAll(rotated, 'a')).toString()).toBe('sealed earlier')
    expect((await readAll(rotated, 'b')).toString()).toBe('sealed later')
    await expect(files.get('b')).rejects.toThrow('master key')
    expect(() => createFiles({ kind: 'local', folder, masterKey: Buffer.alloc(16) })).toThrow('32 bytes')
  })

  test('a file renamed on disk is rejected', async () => {
    const { files, folder } = await localStore()
    await files.put('a', stream(Buffer.from('x')))
    await rename(join(folder, 'a'), join(folder, 'b'))
    await expect(files.get('b')).rejects.toThrow('changed, truncated or renamed')
    expect(await files.get('a')).toBeNull()
  })
})

describe('files in object storage', () => {
  test('a large file is uploaded in parts and read unchanged', async () => {
    const { files, s3 } = await s3Store()
    const bytes = randomBytes(12_000_000)
    await files.put('a', stream(bytes, 262_144))
    expect((await readAll(files, 'a')).equals(bytes)).toBe(true)
    expect(await readAll(files, 'a', { start: 6_000_000, end: 6_000_999 })).toEqual(
      bytes.subarray(6_000_000, 6_001_000),
    )
    expect(s3.unfinished.size).toBe(0)
  })

  test('a rejected part throws and leaves no parts behind', async () => {
    const { files, s3 } = await s3Store()
    s3.failNext('PUT', 1)
    await expect(files.put('a', stream(randomBytes(12_000_000)))).rejects.toThrow('503')
    expect(s3.unfinished.size).toBe(0)
    expect(await files.get('a')).toBeNull()
  })

  test('an unavailable storage is an error, not a missing file', async () => {
    const { files, s3 } = await s3Store()
    s3.failNext('GET', 1)
    await expect(files.get('a')).rejects.toThrow('503')
    await s3.close()
    await expect(files.get('a')).rejects.toThrow(/ECONNREFUSED|fetch failed/)
    closing.pop()
  })

  test.each([408, 429, 500, 503])('a response with the status %i is a transient error', async (status) => {
    const { files, s3 } = await s3Store()
    s3.failNext('PUT', 1, status)
    await expect(files.put('a', stream(Buffer.from('x')))).rejects.toMatchObject({ transient: true })
    s3.failNext('DELETE', 1, status)
    await expect(files.delete('a')).rejects.toMatchObject({ transient: true })
  })

  test('a rejected key is a permanent error', async () => {
    const { files, s3 } = await s3Store()
    s3.failNext('GET', 1, 403)
    await expect(files.get('a')).rejects.toSatisfy((error) => !isTransient(error))
  })

  test('a silent storage is a transient error after 15 seconds', async () => {
    const asked = Promise.withResolvers<void>()
    const server = createServer((socket) => {
      socket.once('data', () => asked.resolve())
      closing.push(() => Promise.resolve(socket.destroy()))
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    closing.push(() => Promise.resolve(server.close()))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    closing.push(() => Promise.resolve(vi.useRealTimers()))
    const found = s3Files(`http://127.0.0.1:${address.port}/recordings`).get('a')
    await asked.promise
    vi.advanceTimersByTime(15_000)
    await expect(found).rejects.toMatchObject({ message: 'The object storage does not respond', transient: true })
  })
})
