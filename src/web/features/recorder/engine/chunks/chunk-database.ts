import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** A session of which audio is, or may be, kept in this browser. No names: ids, numbers and times only. */
export type SessionEntry = {
  sessionId: string
  userId: string
  clientId: string
  startedAt: string
  /** The chunks that were sent last, from and up to but not including: after a crash the same body is repeated. */
  sending: { from: number; to: number } | null
}

/** What is known of a chunk; `startsMs` and `endsMs` are recorded time. */
export type ChunkEntry = {
  sessionId: string
  n: number
  segment: number
  startsMs: number
  endsMs: number
  mediaType: string
  bytes: number
  /** Acknowledged, and kept since the rest of its segment does not play without it. */
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
 * Audio that waits in this browser. `chunks` and `audio` have the same keys, so that lists need not read audio.
 * @throws DOMException when the browser offers no database, in some private windows for instance
 */
export function openDatabase(): Promise<IDBPDatabase<Unsent>> {
  const forget = () => {
    opening = null
  }
  opening ??= openDB<Unsent>(name, 1, {
    upgrade: (database) => {
      database.createObjectStore('sessions', { keyPath: 'sessionId' })
      database.createObjectStore('chunks', { keyPath: ['sessionId', 'n'] })
      database.createObjectStore('audio', { keyPath: ['sessionId', 'n'] })
    },
    terminated: forget,
  })
  opening.catch(forget)
  return opening
}

/** All chunks of a session, from a number on. */
export function ofSession(sessionId: string, from = 0): IDBKeyRange {
  return IDBKeyRange.bound([sessionId, from], [sessionId, Number.MAX_SAFE_INTEGER])
}

/** Waits until a transaction is done. When it fails, its own error says why; those of its requests often do not. */
export async function finished(done: Promise<void>, requests: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled([done, ...requests])
  return done
}

/** Erases all that this browser keeps of a session. */
export async function eraseSession(sessionId: string): Promise<void> {
  const writing = (await openDatabase()).transaction(stores, 'readwrite', { durability: 'strict' })
  await finished(writing.done, [
    writing.objectStore('sessions').delete(sessionId),
    writing.objectStore('chunks').delete(ofSession(sessionId)),
    writing.objectStore('audio').delete(ofSession(sessionId)),
  ])
}

/** Erases the audio of a session, and remembers that this browser recorded it. */
export async function eraseAudio(sessionId: string): Promise<void> {
  const writing = (await openDatabase()).transaction(stores, 'readwrite', { durability: 'strict' })
  await finished(writing.done, [
    writing.objectStore('chunks').delete(ofSession(sessionId)),
    writing.objectStore('audio').delete(ofSession(sessionId)),
  ])
}
