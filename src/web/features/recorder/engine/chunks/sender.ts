import type { StoredChunks } from '#shared/contract/recordings.ts'
import { readError } from '#web/api/errors.ts'
import { pause } from '#web/api/pause.ts'
import type { Connection } from '../../recorder-state.ts'
import { type Body, ChunksRefused } from './put-chunks.ts'
import { connectionState } from './connection-state.ts'

/** The queue of pending chunks. */
export type Outbox = {
  /** Returns the next consecutive chunks; the same ones until they are acknowledged. */
  next: () => Promise<Body | null>
  /** Records that the server has all chunks before this number. */
  acknowledge: (before: number) => Promise<void>
}

/**
 * Why sending ended, possibly with pending audio. `ended`: the session ended; `elsewhere`: another browser continued
 * it; `full`: the recording is full; `refused`: the server rejected the audio; `stopped`: the caller stopped it.
 */
export type SendEnd = 'ended' | 'elsewhere' | 'full' | 'refused' | 'stopped'

export type SenderEvents = {
  onLine: (line: Connection) => void
  onSaved: (stored: StoredChunks) => void
  /** Called once when sending ends, except after stop(). */
  onEnd: (end: SendEnd) => void
}

export type Sender = {
  /** Called when new chunks are pending. */
  wake(): void
  /** Resolves with null once the server has everything, or with the reason why sending ended. */
  drained(): Promise<SendEnd | null>
  stop(): void
}

type Put = (body: Body, signal: AbortSignal) => Promise<StoredChunks>

const minPauseMs = 250
const maxPauseMs = 5000

/** Sends chunks strictly in order, one request at a time, and retries after transient failures. */
export function createSender(outbox: Outbox, put: Put, { onLine, onSaved, onEnd }: SenderEvents): Sender {
  const stopped = new AbortController()
  let end: SendEnd | null = null
  let isWoken = true
  let isIdle = false
  let waiters: ((end: SendEnd | null) => void)[] = []
  let disturb = () => {}

  const isOver = () => end !== null

  const settle = () => {
    for (const settled of waiters) settled(end)
    waiters = []
  }

  const finish = (reason: SendEnd) => {
    if (end) return
    end = reason
    if (reason !== 'stopped') onEnd(reason)
    settle()
  }

  const untilWoken = async () => {
    isIdle = true
    settle()
    await new Promise<void>((resolve) => {
      disturb = resolve
    })
    isIdle = false
  }

  const send = async (body: Body) => {
    try {
      const stored = await put(body, stopped.signal)
      await outbox.acknowledge(body.n + body.count)
      onLine('sending')
      onSaved(stored)
      return true
    } catch (error) {
      if (stopped.signal.aborted) return false
      const stored = error instanceof ChunksRefused ? error.stored : null
      // The server has a part of this request and has compared its content, so that part counts as acknowledged.
      if (stored && stored.nextChunk > body.n && stored.nextChunk < body.n + body.count) {
        await outbox.acknowledge(stored.nextChunk)
        onSaved(stored)
        return true
      }
      const reason = endOf(error)
      if (reason) finish(reason)
      else onLine(missingAccess(error) ?? connectionState(readError(error)))
      return false
    }
  }

  const work = async () => {
    let failures = 0
    while (!isOver()) {
      isWoken = false
      const body = await outbox.next().catch(() => 'failed' as const)
      if (body === null) {
        if (!isWoken) await untilWoken()
        continue
      }
      // The browser's database may also fail transiently.
      if (body === 'failed' && !isOver()) onLine('unreadable')
      if (body !== 'failed' && (await send(body))) failures = 0
      else if (!isOver())
        await pause(Math.min(maxPauseMs, minPauseMs * 2 ** failures++), stopped.signal, (wake) => (disturb = wake))
    }
  }
  void work()

  return {
    wake: () => {
      isWoken = true
      disturb()
    },
    drained: () =>
      end || (isIdle && !isWoken) ? Promise.resolve(end) : new Promise((resolve) => waiters.push(resolve)),
    stop: () => {
      finish('stopped')
      stopped.abort()
      disturb()
    },
  }
}

/**
 * Returns why sending must end, or null for transient failures. Responses without our error codes come from a proxy.
 */
function endOf(error: unknown): SendEnd | null {
  if (!(error instanceof ChunksRefused)) return null
  const { code, status } = error
  if (code === 'recording_ended') return 'ended'
  if (code === 'recording_full') return 'full'
  if (code === 'chunk_out_of_range' || code === 'chunk_out_of_order') return 'elsewhere'
  const mayPass =
    code === '' || code === 'chunk_damaged' || status === 429 || status >= 500 || missingAccess(error) !== null
  return mayPass ? null : 'refused'
}

/** Returns why the server denies access until the session's therapist signs in again; null for other errors. */
function missingAccess(error: unknown): 'signed out' | 'no access' | null {
  if (!(error instanceof ChunksRefused) || error.code === '') return null
  if (error.status === 404) return 'no access'
  return error.status === 401 || error.status === 403 ? 'signed out' : null
}
