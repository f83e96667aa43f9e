import { sentence } from '#shared/contract/errors.ts'
import { api } from '#web/api/client.ts'
import { IdentityChanged } from '#web/api/errors.ts'
import type { Recorder } from '../recorder-state.ts'
import { openChunkStore } from './chunks/chunk-store.ts'
import type { OpenMicrophone } from './capture/capture.ts'
import { usualLimits } from './capture/limits.ts'
import { openMicrophone } from './capture/microphone.ts'
import { putChunks } from './chunks/put-chunks.ts'
import { createMachine } from './recorder-machine.ts'
import { persistStorage } from './chunks/persist-storage.ts'
import { keepScreenAwake } from './capture/wake-lock.ts'
import { lockRecorder, lockSession } from './chunks/tab-locks.ts'

/** Timeout of a call. Calls that start or end a session are then retried. */
const callTimeoutMs = 20_000

type Options = {
  userId: string
  /** Opens the audio to record; by default one microphone. */
  open?: OpenMicrophone
}

/** Creates a recorder for sessions of this user. It is idle until it is started. */
export function createRecorder({ userId, open = openMicrophone }: Options): Recorder {
  const inTime = () => ({ signal: AbortSignal.timeout(callTimeoutMs) })
  return createMachine(userId, {
    openMicrophone: open,
    openChunkStore,
    putChunks,
    calls: {
      start: (input) => ofSameIdentity(api.recordings.start(input, inTime())),
      live: (input) => ofSameIdentity(api.recordings.live(input, inTime())),
      end: (input) => ofSameIdentity(api.recordings.end(input, inTime())),
      discard: (input) => ofSameIdentity(api.recordings.discard(input, inTime())),
    },
    holdRecorder: lockRecorder,
    holdSession: (sessionId) => lockSession(sessionId),
    keepScreenAwake,
    persistStorage: () => void persistStorage(),
    now: () => ({ wall: Date.now(), steady: performance.now() }),
    limits: usualLimits,
  })
}

/** The session belongs to another identity. The recorder pauses, because repeated calls would fail, too. */
class NoAccess extends Error {
  override readonly name = 'NoAccess'
  readonly status = 404
  readonly code = 'session_missing'
}

/** Rejects as for a missing session if the response belongs to another identity. */
async function ofSameIdentity<Data>(call: Promise<Data>): Promise<Data> {
  try {
    return await call
  } catch (error) {
    throw error instanceof IdentityChanged ? new NoAccess(sentence('session_missing')) : error
  }
}
