import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chunkOf, textOf } from './chunk-server.fixture.ts'
import { openChunkStore, type StorageProblem } from './chunk-store.ts'
import { openDatabase } from './chunk-database.ts'

const session = { sessionId: 's', userId: 'u', clientId: 'c', startedAt: '2026-01-02T10:00:00Z' }
const keyOf = (byte: number) => btoa(String.fromCharCode(...new Uint8Array(32).fill(byte)))

async function open(
  sessionId = 's',
  keys: { unsentKey: string; formerUnsentKeys?: string[] } = { unsentKey: keyOf(3) },
  options?: { isNew: boolean },
) {
  const troubles: (StorageProblem | null)[] = []
  const report = (trouble: StorageProblem | null) => void troubles.push(trouble)
  const chunkStore = await openChunkStore({ ...session, sessionId }, keys, report, options)
  return { chunkStore, troubles }
}

/** Returns the content of the browser's database. */
async function storedChunks() {
  const database = await openDatabase()
  const [sessions, chunks, audio] = await Promise.all([
    database.getAll('sessions'),
    database.getAll('chunks'),
    database.getAll('audio'),
  ])
  return { sessions, chunks, audio }
}

// Encryption runs on other threads in real time.
const realSetTimeout = globalThis.setTimeout
const texts = (files: readonly Blob[]) => Promise.all(files.map((file) => file.text()))

describe('the chunk store', () => {
  let count = 0
  let id = ''
  beforeEach(() => {
    id = `session ${++count}`
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  it('the chunk store stores audio encrypted, with ids, numbers and times only', async () => {
    const { chunkStore } = await open(id)
    await chunkStore.add(chunkOf(0))
    const { sessions, chunks, audio } = await storedChunks()
    const mine = audio.find(({ sessionId }) => sessionId === id)
    expect(textOf(mine?.data ?? new ArrayBuffer())).not.toContain(textOf(chunkOf(0).data))
    expect(mine?.data.byteLength).toBe(chunkOf(0).data.byteLength + 16)
    expect(Object.keys(sessions[0] ?? {}).toSorted()).toEqual([
      'clientId',
      'sending',
      'sessionId',
      'startedAt',
      'userId',
    ])
    expect(Object.keys(chunks[0] ?? {})).not.toContain('data')
  })

  it('the chunk store restores chunks after a crash and repeats the interrupted request', async () => {
    const { chunkStore } = await open(id)
    await chunkStore.add(chunkOf(0))
    await chunkStore.add(chunkOf(1))
    const sent = await chunkStore.next()
    await chunkStore.add(chunkOf(2))
    const { chunkStore: reopened } = await open(id)
    expect(await reopened.next()).toEqual(sent)
    expect(sent?.count).toBe(2)
    await reopened.acknowledge(2)
    expect(await reopened.next()).toMatchObject({ n: 2, count: 1 })
    expect([reopened.last()?.n, reopened.waitingMs()]).toEqual([2, 500])
  })

  it('the chunk store does not resend chunks that were acknowledged before a crash', async () => {
    const { chunkStore } = await open(id)
    await chunkStore.add(chunkOf(0))
    await chunkStore.next()
    await chunkStore.add(chunkOf(1))
    // The server has the first chunk. Its deletion did not reach the disk, but the range of the next request did.
    const database = await openDatabase()
    await chunkStore.acknowledge(1)
    await chunkStore.next()
    await database.put('chunks', { ...chunkMeta(0), sessionId: id })
    const { chunkStore: reopened } = await open(id)
    expect(await reopened.next()).toMatchObject({ n: 1, count: 1 })
  })

  it('the chunk store erases acknowledged chunks except the beginning of an unfinished segment', async () => {
    const { chunkStore } = await open(id)
    for (const n of [0, 1, 2, 3]) await chunkStore.add(chunkOf(n))
    await chunkStore.acknowledge(3)
    const { audio } = await storedChunks()
    expect(audio.filter(({ sessionId }) => sessionId === id).map(({ n }) => n)).toEqual([0, 3])
    expect(await texts(await chunkStore.toFiles())).toEqual([textOf(chunkOf(0).data) + textOf(chunkOf(3).data)])
    await chunkStore.add(chunkOf(4, 1))
    await chunkStore.acknowledge(4)
    expect((await storedChunks()).audio.filter(({ sessionId }) => sessionId === id).map(({ n }) => n)).toEqual([4])
  })

  it('closing the chunk store erases audio only if all of it was sent, and keeps the session entry', async () => {
    const { chunkStore } = await open(id)
    await chunkStore.add(chunkOf(0))
    await chunkStore.add(chunkOf(1))
    await chunkStore.acknowledge(1)
    await chunkStore.close()
    expect((await storedChunks()).audio.filter(({ sessionId }) => sessionId === id)).toHaveLength(2)
    await chunkStore.acknowledge(2)
    await chunkStore.close()
    const after = await storedChunks()
    expect([...after.audio, ...after.chunks].filter(({ sessionId }) => sessionId === id)).toEqual([])
    expect(after.sessions.some(({ sessionId }) => sessionId === id)).toBe(true)
    await chunkStore.erase()
    expect((await storedChunks()).sessions.some(({ sessionId }) => sessionId === id)).toBe(false)
  })

  it('the chunk store reads and sends chunks of a former key, and encrypts new ones with the current key', async () => {
    const { chunkStore } = await open(id, { unsentKey: keyOf(5) })
    await chunkStore.add(chunkOf(0))
    const { chunkStore: reopened } = await open(id, { unsentKey: keyOf(7), formerUnsentKeys: [keyOf(6), keyOf(5)] })
    await reopened.add(chunkOf(1))
    const both = textOf(chunkOf(0).data) + textOf(chunkOf(1).data)
    expect(textOf((await reopened.next())?.data ?? new ArrayBuffer())).toBe(both)
    expect(await texts(await reopened.toFiles())).toEqual([both])
    const { chunkStore: afterwards } = await open(id, { unsentKey: keyOf(7) })
    await expect(afterwards.toFiles()).rejects.toMatchObject({ name: 'OperationError' })
    await afterwards.acknowledge(1)
    expect(await afterwards.next()).toMatchObject({ n: 1 })
  })

  it('the chunk store rejects altered chunks', async () => {
    const { chunkStore } = await open(id)
    await chunkStore.add(chunkOf(0))
    const database = await openDatabase()
    const audio = await database.get('audio', [id, 0])
    if (!audio) throw new Error('nothing was stored')
    await database.put('audio', { ...audio, data: audio.data.slice(1) })
    await expect(chunkStore.next()).rejects.toMatchObject({ name: 'OperationError' })
  })

  it('the chunk store keeps chunks in memory if the device is full, reports that and sends them', async () => {
    const { chunkStore, troubles } = await open(id)
    await chunkStore.add(chunkOf(0))
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError')
    })
    await chunkStore.add(chunkOf(1))
    expect([troubles.at(-1), chunkStore.inMemory()]).toEqual(['full', 1])
    const body = await chunkStore.next()
    expect(textOf(body?.data ?? new ArrayBuffer())).toBe(textOf(chunkOf(0).data) + textOf(chunkOf(1).data))
    vi.restoreAllMocks()
    await chunkStore.add(chunkOf(2))
    expect(troubles.at(-1)).toBeNull()
    await chunkStore.acknowledge(2)
    expect([chunkStore.inMemory(), chunkStore.waitingMs()]).toEqual([0, 500])
  })

  it('audio in memory is saved with the header of its segment although the database has failed since', async () => {
    const { chunkStore } = await open(id)
    const [header, stored, lost] = [chunkOf(0), chunkOf(1), chunkOf(2)]
    for (const chunk of [header, stored]) await chunkStore.add(chunk)
    await chunkStore.acknowledge(1)
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('Connection lost', 'UnknownError')
    })
    expect(await texts(await chunkStore.toFiles('in memory'))).toEqual([])
    await chunkStore.add(lost)
    await expect(chunkStore.toFiles()).rejects.toThrow('Connection lost')
    expect(await texts(await chunkStore.toFiles('in memory'))).toEqual([textOf(header.data) + textOf(lost.data)])
  })

  it('the chunk store of a new session works in memory while the database fails, and is listed afterwards', async () => {
    const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('Not here', 'InvalidStateError')
    })
    const { chunkStore, troubles } = await open(id, undefined, { isNew: true })
    await chunkStore.add(chunkOf(0))
    expect([troubles.at(-1), chunkStore.inMemory(), chunkStore.inMemoryFromMs()]).toEqual(['unavailable', 1, 0])
    expect(await chunkStore.next()).toMatchObject({ n: 0, count: 1 })
    expect(await texts(await chunkStore.toFiles('in memory'))).toEqual([textOf(chunkOf(0).data)])
    await chunkStore.acknowledge(1)
    expect(await chunkStore.next()).toBeNull()
    broken.mockRestore()
    await chunkStore.add(chunkOf(1))
    expect([chunkStore.inMemory(), chunkStore.inMemoryFromMs()]).toEqual([0, null])
    expect((await storedChunks()).sessions.some(({ sessionId }) => sessionId === id)).toBe(true)
  })

  it('the chunk store of an unfinished session does not open if the database cannot be read, and stored audio remains', async () => {
    const { chunkStore } = await open(id)
    await chunkStore.add(chunkOf(0))
    const broken = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
    })
    await expect(open(id)).rejects.toThrow('cannot be read right now')
    broken.mockRestore()
    const { chunkStore: reopened } = await open(id)
    expect(reopened.last()).toMatchObject({ n: 0 })
  })

  it('the chunk store works in memory in a browser without a database', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('The operation is insecure', 'SecurityError')
      },
    })
    ;(await openDatabase()).close()
    const { chunkStore, troubles } = await open(id)
    await chunkStore.add(chunkOf(0))
    expect([troubles.at(-1), chunkStore.inMemory()]).toEqual(['unavailable', 1])
    vi.unstubAllGlobals()
  })

  it('the chunk store replaces a dead connection', async () => {
    const { chunkStore } = await open(id)
    await chunkStore.add(chunkOf(0))
    ;(await openDatabase()).close()
    await chunkStore.add(chunkOf(1))
    expect(chunkStore.inMemory()).toBe(0)
    ;(await openDatabase()).close()
    expect(await chunkStore.next()).toMatchObject({ n: 0, count: 2 })
  })

  it('the chunk store works in memory while the database does not respond, and stores audio afterwards', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    ;(await openDatabase()).close()
    vi.stubGlobal('indexedDB', { open: () => new IDBOpenDBRequest() })
    const opening = open(id, undefined, { isNew: true })
    const opened = vi.fn<() => void>()
    void opening.then(opened)
    while (opened.mock.calls.length === 0) {
      await new Promise((resolve) => realSetTimeout(resolve, 0))
      await vi.advanceTimersByTimeAsync(1000)
    }
    const { chunkStore, troubles } = await opening
    await chunkStore.add(chunkOf(0))
    expect([troubles.at(-1), chunkStore.inMemory()]).toEqual(['unavailable', 1])
    expect(await chunkStore.next()).toMatchObject({ n: 0, count: 1 })
    await expect(open('another session')).rejects.toThrow('cannot be read right now')
    vi.unstubAllGlobals()
    await vi.advanceTimersByTimeAsync(40_000)
    await chunkStore.add(chunkOf(1))
    expect([troubles.at(-1), chunkStore.inMemory()]).toEqual([null, 1])
    vi.useRealTimers()
  })
})

function chunkMeta(n: number) {
  const { data, ...chunk } = chunkOf(n)
  return { ...chunk, bytes: data.byteLength, isSent: false }
}
