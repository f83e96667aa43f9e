import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { chunkOf, chunkServer, textOf } from './chunk-server.fixture.ts'
import { openChunkStore } from './chunk-store.ts'
import { ChunksRefused } from './put-chunks.ts'
import { lockSession } from './tab-locks.ts'
import { listUnsent } from './list-unsent.ts'
import { eraseUnsent, readUnsent, sendUnsent, type UnsentEvents } from './unsent.ts'

const unsentKey = btoa(String.fromCharCode(...new Uint8Array(32).fill(5)))
let server = chunkServer()

// The typed client needs `window.location`.
vi.mock('#web/api/client.ts', () => ({ api: { recordings: { live: async () => ({ unsentKey }) } } }))

type SentChunks = { headers: Record<string, string>; body: ArrayBuffer; signal: AbortSignal }

let sessions = 0
const ignored: UnsentEvents = { onProgress: () => {}, onLine: () => {} }
const text = (...numbers: number[]) => numbers.map((n) => textOf(chunkOf(n).data)).join('')

/** Simulates a session whose tab crashed with this many chunks, some of which the server has. */
async function killed({ chunks = 3, sent = 0, userId = 'u', startedAt = new Date().toISOString() } = {}) {
  const sessionId = `session ${++sessions}`
  server = chunkServer()
  const chunkStore = await openChunkStore({ sessionId, userId, clientId: 'c', startedAt }, { unsentKey }, () => {})
  for (let n = 0; n < chunks; n++) await chunkStore.add(chunkOf(n))
  for (let n = 0; n < sent; n++) server.append({ ...chunkOf(n), count: 1 })
  if (sent > 0) await chunkStore.acknowledge(sent)
  return { sessionId }
}
const listedSession = async (sessionId: string, userId = 'u') =>
  (await listUnsent(userId)).find((session) => session.sessionId === sessionId)

/** Responds like the route for chunks. */
async function answer(url: string, { headers, body, signal }: SentChunks): Promise<Response> {
  const chunks = {
    n: Number(url.split('/').at(-1)),
    count: Number(headers['x-chunk-count']),
    segment: Number(headers['x-chunk-segment']),
    endsMs: Number(headers['x-chunk-ends-ms']),
    mediaType: headers['content-type'] ?? '',
    data: body,
  }
  try {
    return Response.json(await server.put(chunks, signal))
  } catch (error) {
    if (!(error instanceof ChunksRefused)) throw error
    return Response.json({ code: error.code, data: error.stored }, { status: error.status })
  }
}

describe('unsent audio', () => {
  beforeEach(() => {
    vi.stubGlobal('window', new EventTarget())
    vi.stubGlobal('fetch', answer)
  })

  it('unsent audio is listed for the user who recorded it', async () => {
    const { sessionId } = await killed({ chunks: 4, sent: 1 })
    expect(await listedSession(sessionId)).toMatchObject({
      clientId: 'c',
      chunks: 3,
      ms: 1500,
      isHeldByAnotherTab: false,
    })
    expect(await listedSession(sessionId, 'somebody else')).toBeUndefined()
  })

  it('unsent audio is sent and then erased', async () => {
    const { sessionId } = await killed({ chunks: 4, sent: 1 })
    const progress: number[] = []
    expect(await sendUnsent(sessionId, { ...ignored, onProgress: (waiting) => progress.push(waiting) })).toBe('sent')
    expect([server.content(), progress.at(-1)]).toEqual([text(0, 1, 2, 3), 0])
    expect(await listedSession(sessionId)).toMatchObject({ chunks: 0, ms: 0 })
    expect(await readUnsent(sessionId)).toEqual([])
  })

  it('unsent audio stays in the browser if its session ended elsewhere, and can be exported as playable files', async () => {
    const { sessionId } = await killed({ chunks: 4, sent: 2 })
    server.end()
    expect(await sendUnsent(sessionId, ignored)).toBe('kept')
    const files = await readUnsent(sessionId)
    expect(files.map(({ type }) => type)).toEqual(['audio/webm'])
    expect(await files[0]?.text()).toBe(text(0, 2, 3))
    expect(await listedSession(sessionId)).toMatchObject({ chunks: 2 })
    await eraseUnsent(sessionId)
    expect(await listedSession(sessionId)).toBeUndefined()
    await expect(readUnsent(sessionId)).rejects.toThrow('No audio of this session is stored in this browser')
  })

  it('a session without unsent audio is remembered for a month as recorded in this browser', async () => {
    const { sessionId } = await killed({ chunks: 2, sent: 2 })
    expect(await listedSession(sessionId)).toMatchObject({ chunks: 0 })
    expect(await readUnsent(sessionId)).toEqual([])
    const old = await killed({ chunks: 2, sent: 2, startedAt: '2020-01-01T00:00:00.000Z' })
    await listUnsent('u')
    expect(await listedSession(old.sessionId)).toBeUndefined()
  })

  it('unsent audio that cannot be read is neither counted as sent nor erased nor replaced', async () => {
    const { sessionId } = await killed({ chunks: 4, sent: 1 })
    const getAll = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
    })
    await expect(sendUnsent(sessionId, ignored)).rejects.toThrow('cannot be read right now')
    await expect(readUnsent(sessionId)).rejects.toThrow('cannot be read right now')
    getAll.mockRestore()
    expect(await listedSession(sessionId)).toMatchObject({ chunks: 3 })
    expect(await sendUnsent(sessionId, ignored)).toBe('sent')
    expect(server.content()).toBe(text(0, 1, 2, 3))
  })

  it('unsent audio is sent although the first read fails once', async () => {
    const { sessionId } = await killed({ chunks: 2 })
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementationOnce(() => {
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
    })
    expect(await sendUnsent(sessionId, ignored)).toBe('sent')
    expect(server.content()).toBe(text(0, 1))
  })

  it('the upload of unsent audio reports why it waits', async () => {
    const { sessionId } = await killed({ chunks: 1 })
    server = chunkServer([401])
    const lines: string[] = []
    await sendUnsent(sessionId, { ...ignored, onLine: (line) => lines.push(line) })
    expect(lines).toEqual(['signed out', 'sending'])
  })

  it('audio of a locked session is neither sent nor erased', async () => {
    const { sessionId } = await killed({ chunks: 2, sent: 2 })
    const release = await lockSession(sessionId)
    expect(await listedSession(sessionId)).toMatchObject({ isHeldByAnotherTab: false })
    await expect(sendUnsent(sessionId, ignored)).rejects.toThrow('Another tab')
    // The beginning of the segment is still stored.
    expect(await (await readUnsent(sessionId))[0]?.text()).toBe(text(0))
    release?.()
  })

  it('unsent audio is not sent any further after an abort', async () => {
    const { sessionId } = await killed()
    const stop = new AbortController()
    server = chunkServer(Array<'lost'>(1000).fill('lost'))
    const sending = sendUnsent(sessionId, ignored, stop.signal)
    stop.abort()
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
    expect(await listedSession(sessionId)).toMatchObject({ chunks: 3 })
  })
})
