import type { OwnRecording } from '#shared/contract/recordings.ts'
import { importKey, type Sealed, seal, unsealWithAny } from './cipher.ts'
import { afterAcknowledged, type PendingChunk, joinable, maxHeaderBytes, waitingMs } from './pending-chunks.ts'
import type { Body } from './put-chunks.ts'
import type { Outbox } from './sender.ts'
import { RecorderError, storageUnreadable } from '../recorder-error.ts'
import {
  type ChunkEntry,
  eraseAudio,
  waitForTransaction,
  eraseSession,
  isDatabaseMissing,
  isFull,
  ofSession,
  type SessionEntry,
  withDatabase,
} from './chunk-database.ts'

/** A slice of audio with its position in the recording. */
export type Chunk = Omit<ChunkEntry, 'sessionId' | 'bytes' | 'isSent'> & { data: ArrayBuffer }

/** `full`: the device has no free storage; `unavailable`: the browser's database does not work. */
export type StorageProblem = 'full' | 'unavailable'

/** Number of chunks that are read at the same time. */
const readsAtOnce = 100

type UnsentKeys = Pick<OwnRecording, 'unsentKey' | 'formerUnsentKeys'>

export type ChunkStore = Outbox & {
  /** Stores a chunk before it is sent. If the device cannot store it, it stays in memory. */
  add: (chunk: Chunk) => Promise<void>
  /** The newest stored chunk. */
  last: () => ChunkEntry | null
  /** Number of chunks that are only in memory and would be lost with the page. */
  inMemory: () => number
  /** Recorded time at which audio begins that is only in memory; null if there is none. */
  inMemoryFromMs: () => number | null
  /**
   * Returns the audio in order, one file per segment: all of it, or, without reading the database, what is only in
   * memory, after the header of its segment.
   */
  toFiles: (which?: 'all' | 'in memory') => Promise<Blob[]>
  /** Recorded time that is not sent yet, in milliseconds. */
  waitingMs: () => number
  /** Closes the store. Audio remains only if some of it is pending. */
  close: () => Promise<void>
  /** Erases the stored session. */
  erase: () => Promise<void>
}

/**
 * The audio of a session in this browser. It is encrypted before it is stored, and erased once the server has it. Audio
 * that was encrypted with a former key can be read. Only a new session works without reading the database: otherwise
 * stored audio could be overwritten, or erased as if it was sent.
 * @throws RecorderError if the database cannot be read
 */
export async function openChunkStore(
  session: Omit<SessionEntry, 'sending'>,
  { unsentKey, formerUnsentKeys = [] }: UnsentKeys,
  onTrouble: (trouble: StorageProblem | null) => void,
  { isNew = false } = {},
): Promise<ChunkStore> {
  const { sessionId } = session
  const key = await importKey(unsentKey)
  const formerKeys = await Promise.all(formerUnsentKeys.map(importKey))
  let entry: SessionEntry = { ...session, sending: null }
  let pending: PendingChunk[] = []
  /** The headers of segments by chunk, because a segment does not play without them if the database fails later. */
  const headers = new Map<number, ArrayBuffer>()
  let work: Promise<unknown> = Promise.resolve()

  // Tasks run one after the other, so that the database and the state in memory change together.
  const enqueue = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const done = work.then(task)
    work = done.catch(() => undefined)
    return done
  }

  /**
   * Runs a task on the database. If it fails, recording continues without the database, and the problem is reported.
   */
  const tryToStore = async (task: () => Promise<void>): Promise<boolean> => {
    try {
      await task()
      onTrouble(null)
      return true
    } catch (error) {
      onTrouble(troubleOf(error))
      return false
    }
  }

  const open = async () => {
    const [known, chunks] = await withDatabase((database) => {
      const reading = database.transaction(['sessions', 'chunks'])
      return Promise.all([
        reading.objectStore('sessions').get(sessionId),
        reading.objectStore('chunks').getAll(ofSession(sessionId)),
      ])
    })
    pending = chunks
    if (!known) return tryToStore(putEntry)
    entry = known
    // A crash may have happened between acknowledgement and deletion. The range of the last request shows what the
    // server has.
    return acknowledge(entry.sending?.from ?? 0)
  }

  const putEntry = () =>
    withDatabase((database) => {
      const writing = database.transaction('sessions', 'readwrite', { durability: 'strict' })
      return waitForTransaction(writing.done, [writing.store.put(entry)])
    })

  const add = async ({ data, ...chunk }: Chunk) => {
    const known = { ...chunk, sessionId, bytes: data.byteLength, isSent: false }
    const before = pending.filter(({ segment }) => segment === chunk.segment).reduce((sum, { bytes }) => sum + bytes, 0)
    if (before < maxHeaderBytes) headers.set(chunk.n, data)
    const sealed = await seal(key, { ...chunk, sessionId }, data)
    const isStored = await tryToStore(() => putChunk(known, sealed))
    pending.push(isStored ? known : { ...known, data })
  }

  // The session's entry is written again, because it may be missing after a failure, and chunks are listed by it.
  const putChunk = (chunk: ChunkEntry, sealed: Sealed) =>
    withDatabase((database) => {
      const writing = database.transaction(['sessions', 'chunks', 'audio'], 'readwrite', { durability: 'strict' })
      return waitForTransaction(writing.done, [
        writing.objectStore('sessions').put(entry),
        writing.objectStore('chunks').put(chunk),
        writing.objectStore('audio').put({ sessionId, n: chunk.n, ...sealed }),
      ])
    })

  const read = async (chunk: PendingChunk): Promise<ArrayBuffer> => {
    if (chunk.data) return chunk.data
    const sealed = await withDatabase((database) => database.get('audio', [sessionId, chunk.n]))
    if (!sealed) throw new Error(`Chunk ${chunk.n} is no longer stored`)
    return unsealWithAny([key, ...formerKeys], chunk, sealed)
  }
  const readAll = async (chunks: readonly PendingChunk[]) => {
    const parts: ArrayBuffer[] = []
    for (let at = 0; at < chunks.length; at += readsAtOnce) {
      parts.push(...(await Promise.all(chunks.slice(at, at + readsAtOnce).map(read))))
    }
    return new Blob(parts, { type: chunks[0]?.mediaType ?? '' })
  }

  const next = async (): Promise<Body | null> => {
    const first = pending.find(({ isSent }) => !isSent)
    if (!first) return null
    const marked = entry.sending?.from === first.n ? entry.sending : null
    const chunks = marked ? pending.filter(({ n }) => n >= marked.from && n < marked.to) : joinable(pending)
    const { n, endsMs } = chunks.at(-1) ?? first
    if (!marked) {
      entry = { ...entry, sending: { from: first.n, to: n + 1 } }
      await tryToStore(putEntry)
    }
    const data = await (await readAll(chunks)).arrayBuffer()
    return { n: first.n, count: chunks.length, segment: first.segment, mediaType: first.mediaType, endsMs, data }
  }

  const acknowledge = async (before: number) => {
    const { stay, gone } = afterAcknowledged(pending, before)
    const newlySent = stay.filter(({ n, isSent, data }) => isSent && n < before && !data)
    pending = stay
    for (const { n } of gone) headers.delete(n)
    await tryToStore(() =>
      withDatabase((database) => {
        const writing = database.transaction(['chunks', 'audio'], 'readwrite', { durability: 'relaxed' })
        return waitForTransaction(writing.done, [
          ...gone.map(({ n }) => writing.objectStore('chunks').delete([sessionId, n])),
          ...gone.map(({ n }) => writing.objectStore('audio').delete([sessionId, n])),
          ...newlySent.map((chunk) => writing.objectStore('chunks').put(chunk)),
        ])
      }),
    )
  }

  const isInMemory = ({ data, isSent }: PendingChunk) => data !== undefined && !isSent

  const readableInMemory = (): PendingChunk[] => {
    const segments = new Set(pending.filter(isInMemory).map(({ segment }) => segment))
    return pending
      .filter(({ segment }) => segments.has(segment))
      .flatMap((chunk) => {
        const data = chunk.data ?? headers.get(chunk.n)
        return data ? [{ ...chunk, data }] : []
      })
  }

  try {
    await open()
  } catch (error) {
    if (!isNew && !isDatabaseMissing(error)) throw new RecorderError(storageUnreadable, { cause: error })
    onTrouble(troubleOf(error))
  }
  return {
    add: (chunk) => enqueue(() => add(chunk)),
    next: () => enqueue(next),
    acknowledge: (before) => enqueue(() => acknowledge(before)),
    last: () => pending.at(-1) ?? null,
    inMemory: () => pending.filter(isInMemory).length,
    inMemoryFromMs: () => pending.find(isInMemory)?.startsMs ?? null,
    waitingMs: () => waitingMs(pending),
    toFiles: (which = 'all') =>
      enqueue(() => {
        const chunks = which === 'all' ? pending : readableInMemory()
        return Promise.all([...Map.groupBy(chunks, ({ segment }) => segment).values()].map(readAll))
      }),
    close: () =>
      enqueue(async () => {
        if (pending.every(({ isSent }) => isSent)) await tryToStore(() => eraseAudio(sessionId))
      }),
    erase: () =>
      enqueue(async () => {
        await tryToStore(() => eraseSession(sessionId))
      }),
  }
}

function troubleOf(error: unknown): StorageProblem {
  return isFull(error) ? 'full' : 'unavailable'
}
