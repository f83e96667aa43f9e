import { api } from '#web/api/client.ts'
import type { Recorder } from '../recorder-state.ts'
import { openChunkStore } from './chunks/chunk-store.ts'
import type { OpenMicrophone } from './capture/capture.ts'
import { usualLimits } from './capture/limits.ts'
import { openMicrophone } from './capture/microphone.ts'
import { putChunks } from './chunks/put-chunks.ts'
import { createMachine } from './recorder-machine.ts'
import { keepScreenAwake } from './capture/wake-lock.ts'
import { lockRecorder, lockSession } from './chunks/tab-locks.ts'

/** Timeout of a call, after which it is retried. */
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
      start: (input) => api.recordings.start(input, inTime()),
      live: (input) => api.recordings.live(input, inTime()),
      end: (input) => api.recordings.end(input, inTime()),
      discard: (input) => api.recordings.discard(input, inTime()),
    },
    holdRecorder: lockRecorder,
    holdSession: (sessionId) => lockSession(sessionId),
    keepScreenAwake,
    now: () => ({ wall: Date.now(), steady: performance.now() }),
    limits: usualLimits,
  })
}
