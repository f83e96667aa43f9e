import type { StoredChunks, OwnRecording } from '#shared/contract/recordings.ts'
import type { Connection } from '../recorder-state.ts'
import type { Slice } from './capture/capture.ts'
import type { Chunk, ChunkStore, openChunkStore, StorageProblem } from './chunks/chunk-store.ts'
import type { putChunks } from './chunks/put-chunks.ts'
import { maxChunkBytes } from './chunks/pending-chunks.ts'
import { createSender, type SendEnd } from './chunks/sender.ts'

export type Delivery = { openChunkStore: typeof openChunkStore; putChunks: typeof putChunks }

export type SessionEvents = {
  /** Called when audio was stored or sent. Until `storedMs`, all of it is. */
  onStored: (times: { capturedMs: number; storedMs: number }) => void
  onSaved: (stored: StoredChunks) => void
  onLine: (line: Connection) => void
  onTrouble: (trouble: StorageProblem | null) => void
  /** Called if a slice of the recording could not be read. */
  onFailed: (error: unknown) => void
  onSendEnd: (end: SendEnd) => void
}

/** The session that this tab records. It numbers, stores and sends the chunks of the session. */
export type OpenSession = {
  readonly sessionId: string
  /** Recorded time that was captured, in milliseconds. */
  capturedMs(): number
  /** Number of chunks of the session so far. */
  chunks(): number
  takeSegment(): number
  capture(slice: Slice, endsMs: number): void
  /**
   * Resolves with null once all captured audio is stored and sent, or with the reason why the server accepts no more.
   */
  delivered(): Promise<SendEnd | null>
  /** Resolves once all captured audio is stored, or in memory if the browser cannot store it. */
  stored(): Promise<void>
  /** Number of chunks that are only in memory. */
  inMemory(): number
  /** Returns the audio in this browser, one file per segment. Without the database, that is the audio in memory. */
  toFiles(): Promise<Blob[]>
  /** Aborted when the session is closed. */
  readonly signal: AbortSignal
  startSending(): void
  stopSending(): void
  /** Closes the session. Unsent audio stays in this browser. */
  close(): Promise<void>
  /** Closes the session and erases its audio in this browser. */
  erase(): Promise<void>
}

/**
 * Opens a session, and continues from what the server and this browser already have.
 * @throws RecorderError if the browser's database cannot be read, except for a new session
 */
export async function openSession(
  own: OwnRecording,
  { userId, isNew }: { userId: string; isNew: boolean },
  { openChunkStore: open, putChunks: put }: Delivery,
  { onStored, onSaved, onLine, onTrouble, onFailed, onSendEnd }: SessionEvents,
): Promise<OpenSession> {
  const { sessionId, clientId, startedAt } = own
  const chunkStore: ChunkStore = await open({ sessionId, userId, clientId, startedAt }, own, onTrouble, { isNew })
  const last = chunkStore.last()
  let nextChunk = Math.max(own.nextChunk, (last?.n ?? -1) + 1)
  let nextSegment = Math.max(own.nextSegment, (last?.segment ?? -1) + 1)
  let capturedMs = Math.max(own.savedMs, last?.endsMs ?? 0)
  let storing: Promise<void> = Promise.resolve()
  let storingCount = 0
  const abortOnLeave = new AbortController()
  let addedMs = capturedMs
  const reportStored = () => onStored({ capturedMs: addedMs, storedMs: chunkStore.inMemoryFromMs() ?? addedMs })
  const startSender = () =>
    createSender(chunkStore, (body, signal) => put(sessionId, body, signal), {
      onLine,
      onSaved: (stored) => {
        onSaved(stored)
        reportStored()
      },
      onEnd: onSendEnd,
    })
  let sender = startSender()

  const capture = ({ data, segment, mediaType }: Slice, endsMs: number) => {
    const startsMs = capturedMs
    capturedMs = Math.max(capturedMs, Math.round(endsMs))
    // A slice is larger than a request may be if the browser was blocked for half a minute, e.g. by a dialog.
    const parts = Math.ceil(data.size / maxChunkBytes)
    const timeAt = (part: number) => Math.round(startsMs + ((capturedMs - startsMs) * part) / parts)
    for (let part = 0; part < parts; part++) {
      const times = { startsMs: timeAt(part), endsMs: timeAt(part + 1) }
      const content = data.slice(part * maxChunkBytes, (part + 1) * maxChunkBytes)
      storingCount += 1
      storing = storing
        .then(() => store({ segment, mediaType, ...times }, content))
        .catch(onFailed)
        .finally(() => (storingCount -= 1))
    }
  }

  // The number is used only after the chunk is stored, because the server rejects gaps.
  const store = async (chunk: Omit<Chunk, 'n' | 'data'>, slice: Blob) => {
    await chunkStore.add({ ...chunk, n: nextChunk, data: await slice.arrayBuffer() })
    nextChunk += 1
    addedMs = chunk.endsMs
    reportStored()
    sender.wake()
  }

  const stop = async () => {
    await storing
    sender.stop()
    abortOnLeave.abort()
  }

  return {
    sessionId,
    signal: abortOnLeave.signal,
    capturedMs: () => capturedMs,
    chunks: () => nextChunk,
    takeSegment: () => nextSegment++,
    capture,
    delivered: async () => {
      await storing
      return sender.drained()
    },
    stored: () => storing,
    inMemory: () => storingCount + chunkStore.inMemory(),
    toFiles: () => chunkStore.toFiles().catch(() => chunkStore.toFiles('in memory')),
    startSending: () => {
      sender = startSender()
    },
    stopSending: () => sender.stop(),
    close: async () => {
      await stop()
      await chunkStore.close()
    },
    erase: async () => {
      await stop()
      await chunkStore.erase()
    },
  }
}
