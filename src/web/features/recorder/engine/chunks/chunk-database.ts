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

const name = 'attend-recorder'
const stores = ['sessions', 'chunks', 'audio'] as const
let opening: Promise<IDBPDatabase<Unsent>> | null = null

/**
 * Opens the database with the pending audio of this browser. `chunks` and `audio` have the same keys, so that lists can
 * be read without the audio.
 * @throws DOMException without a database, e.g. in some private windows
 */
export function openDatabase(): Promise<IDBPDatabase<Unsent>> {
  const reset = () => {
    opening = null
  }
  opening ??= openDB<Unsent>(name, 1, {
    upgrade: (database) => {
      database.createObjectStore('sessions', { keyPath: 'sessionId' })
      database.createObjectStore('chunks', { keyPath: ['sessionId', 'n'] })
      database.createObjectStore('audio', { keyPath: ['sessionId', 'n'] })
    },
    terminated: reset,
  })
  opening.catch(reset)
  return opening
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
export async function eraseSession(sessionId: string): Promise<void> {
  const writing = (await openDatabase()).transaction(stores, 'readwrite', { durability: 'strict' })
  await waitForTransaction(writing.done, [
    writing.objectStore('sessions').delete(sessionId),
    writing.objectStore('chunks').delete(ofSession(sessionId)),
    writing.objectStore('audio').delete(ofSession(sessionId)),
  ])
}

/** Erases the audio of a session but remembers that this browser recorded it. */
export async function eraseAudio(sessionId: string): Promise<void> {
  const writing = (await openDatabase()).transaction(stores, 'readwrite', { durability: 'strict' })
  await waitForTransaction(writing.done, [
    writing.objectStore('chunks').delete(ofSession(sessionId)),
    writing.objectStore('audio').delete(ofSession(sessionId)),
  ])
}
