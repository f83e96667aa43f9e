import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** A session whose audio is, or may be, stored in this browser. Contains only ids, numbers and times, no names. */
export type SessionEntry = {
  sessionId: string
  userId: string
  clientId: string
  startedAt: string
  /** The range of the last request (end exclusive), which is repeated after a crash. */
  sending: { from: number; to: number } | null
}

/** Metadata of a chunk. `startsMs` and `endsMs` are recorded time. */
export type ChunkEntry = {
  sessionId: string
  n: number
  segment: number
  startsMs: number
  endsMs: number
  mediaType: string
  bytes: number
  /**
   * Whether the server has acknowledged the chunk. It is then stored only because its segment does not play without it.
   */
  isSent: boolean
}

export type AudioEntry = { sessionId: string; n: number; iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

interface Unsent extends DBSchema {
  sessions: { key: string; value: SessionEntry }
  chunks: { key: [string, number]; value: ChunkEntry }
  audio: { key: [string, number]; value: AudioEntry }
}

type Database = IDBPDatabase<Unsent>

const name = 'attend-recorder'
const stores = ['sessions', 'chunks', 'audio'] as const
let opening: Promise<Database> | null = null

/** How long to wait for the database, because the storage of WebKit sometimes never responds. */
const timeoutMs = 5000
/** After a timeout, tasks fail immediately for this long, so that recording does not wait for each of them. */
const stallMs = 30_000
let stalledUntil = 0

/**
 * Opens the database with the pending audio of this browser. `chunks` and `audio` have the same keys, so that lists can
 * be read without the audio.
 * @throws DOMException without a database, e.g. in some private windows
 */
export function openDatabase(): Promise<Database> {
  if (opening) return opening
  const opened = openDB<Unsent>(name, 1, {
    upgrade: (database) => {
      database.createObjectStore('sessions', { keyPath: 'sessionId' })
      database.createObjectStore('chunks', { keyPath: ['sessionId', 'n'] })
      database.createObjectStore('audio', { keyPath: ['sessionId', 'n'] })
    },
    terminated: () => discard(opened),
  })
  opening = opened
  opened.catch(() => discard(opened))
  return opened
}

function discard(database: Promise<Database>): void {
  if (opening === database) opening = null
}

/**
 * Runs a task on the database. If it fails, it is repeated once on a new connection, because a connection can be dead
 * without a `close` event, e.g. in a background tab of Safari.
 * @throws errors of the database, and TimeoutError if it does not respond
 */
export async function withDatabase<Result>(task: (database: Database) => Promise<Result>): Promise<Result> {
  if (performance.now() < stalledUntil) throw timeout()
  const late = new AbortController()
  const work = runTwice(task, late.signal)
  const waiting = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    stalledUntil = performance.now() + stallMs
    opening = null
    const recover = () => {
      stalledUntil = 0
    }
    work.then(recover, recover)
    late.abort(timeout())
    waiting.reject(timeout())
  }, timeoutMs)
  try {
    return await Promise.race([work, waiting.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** A task must not begin late: it could erase what was stored meanwhile. */
async function runTwice<Result>(task: (database: Database) => Promise<Result>, late: AbortSignal): Promise<Result> {
  const run = async (database: Database) => {
    late.throwIfAborted()
    return task(database)
  }
  const connection = openDatabase()
  try {
    return await run(await connection)
  } catch (error) {
    if (isFull(error)) throw error
    discard(connection)
    void connection.then((dead) => dead.close()).catch(() => undefined)
    return run(await openDatabase())
  }
}

function timeout(): DOMException {
  return new DOMException('The database does not respond', 'TimeoutError')
}

/** Whether the device has no free storage. */
export function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}

/** Whether the browser has no database, so that no audio can be stored in it. False if a database only failed. */
export function isDatabaseMissing(error: unknown): boolean {
  return !('indexedDB' in globalThis) || (error instanceof DOMException && error.name === 'SecurityError')
}

/** The keys of all chunks of a session, from a given number. */
export function ofSession(sessionId: string, from = 0): IDBKeyRange {
  return IDBKeyRange.bound([sessionId, from], [sessionId, Number.MAX_SAFE_INTEGER])
}

/**
 * Waits for a transaction. If it fails, the error of the transaction is thrown: it names the cause, while errors of its
 * requests often do not.
 */
export async function waitForTransaction(done: Promise<void>, requests: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled([done, ...requests])
  return done
}

/** Erases a session from this browser. */
export function eraseSession(sessionId: string): Promise<void> {
  return withDatabase((database) => {
    const writing = database.transaction(stores, 'readwrite', { durability: 'strict' })
    return waitForTransaction(writing.done, [
      writing.objectStore('sessions').delete(sessionId),
      writing.objectStore('chunks').delete(ofSession(sessionId)),
      writing.objectStore('audio').delete(ofSession(sessionId)),
    ])
  })
}

/** Erases the audio of a session but remembers that this browser recorded it. */
export function eraseAudio(sessionId: string): Promise<void> {
  return withDatabase((database) => {
    const writing = database.transaction(['chunks', 'audio'], 'readwrite', { durability: 'strict' })
    return waitForTransaction(writing.done, [
      writing.objectStore('chunks').delete(ofSession(sessionId)),
      writing.objectStore('audio').delete(ofSession(sessionId)),
    ])
  })
}
