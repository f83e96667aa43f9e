import type { LiveChunk } from '../recorder-state.ts'

/** Maximum number of waiting live chunks. If more wait, the oldest is dropped. */
const maxWaiting = 3

export type LiveChunkSender = { add: (liveChunk: LiveChunk) => void; stop: () => void }

type Options = {
  send: (liveChunk: LiveChunk) => Promise<string>
  onText: (text: string, liveChunk: LiveChunk) => void
  /** Called after a failure. Returns for how many recorded seconds to pause. */
  onTrouble: (error: unknown) => number
}

/**
 * Sends live chunks one at a time. Live text is only a preview: late chunks are dropped, and sending pauses after a
 * failure, so that the upload of the recording is not disturbed.
 */
export function createLiveChunkSender({ send, onText, onTrouble }: Options): LiveChunkSender {
  let waiting: LiveChunk[] = []
  let isSending = false
  let isStopped = false
  let restsUntil = Number.NEGATIVE_INFINITY

  const work = async () => {
    isSending = true
    for (let liveChunk = waiting.shift(); liveChunk; liveChunk = waiting.shift()) {
      try {
        const text = await send(liveChunk)
        if (!isStopped && text.trim() !== '') onText(text.trim(), liveChunk)
      } catch (error) {
        waiting = []
        if (!isStopped) restsUntil = liveChunk.end + onTrouble(error)
      }
    }
    isSending = false
  }

  return {
    add: (liveChunk) => {
      if (isStopped || liveChunk.start < restsUntil) return
      waiting = [...waiting, liveChunk].slice(-maxWaiting)
      if (!isSending) void work()
    },
    stop: () => {
      isStopped = true
      waiting = []
    },
  }
}
