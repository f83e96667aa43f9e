import { api } from '#web/api/client.ts'
import type { Recorder } from '../recorder-state.ts'
import { openKeep } from './keep.ts'
import { usualLimits } from './limits.ts'
import { openMicrophone } from './microphone.ts'
import { putChunks } from './put-chunks.ts'
import { createMachine } from './recorder-machine.ts'
import { keepScreenAwake } from './screen.ts'
import { holdRecorder, holdSession } from './tab-locks.ts'

/** A call that hangs is asked again. */
const answerWithinMs = 20_000

/** A recorder for sessions of this user. It does nothing until it is started. */
export function createRecorder({ userId }: { userId: string }): Recorder {
  const inTime = () => ({ signal: AbortSignal.timeout(answerWithinMs) })
  return createMachine(userId, {
    openMicrophone,
    openKeep,
    putChunks,
    calls: {
      start: (input) => api.recordings.start(input, inTime()),
      live: (input) => api.recordings.live(input, inTime()),
      end: (input) => api.recordings.end(input, inTime()),
      discard: (input) => api.recordings.discard(input, inTime()),
    },
    holdRecorder,
    holdSession: (sessionId) => holdSession(sessionId),
    keepScreenAwake,
    now: () => ({ wall: Date.now(), steady: performance.now() }),
    limits: usualLimits,
  })
}
