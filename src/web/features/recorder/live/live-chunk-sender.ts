import type { LiveChunk } from '../recorder-state.ts'

/** Pieces that may wait while one is on its way; of more, the oldest is dropped. */
const mostWaiting = 3

export type LiveChunkSender = { add: (piece: LiveChunk) => void; stop: () => void }

type Options = {
  send: (piece: LiveChunk) => Promise<string>
  onText: (text: string, piece: LiveChunk) => void
  /** Answers for how many recorded seconds nothing is sent after a failure. */
  onTrouble: (error: unknown) => number
}

/**
 * Sends pieces of live text one at a time. Live text is a preview: what comes too late is left out, and a failure is told
 * and waited out, so that nothing here disturbs the recording.
 */
export function createLiveChunkSender({ send, onText, onTrouble }: Options): LiveChunkSender {
  let waiting: LiveChunk[] = []
  let isSending = false
  let isStopped = false
  let restsUntil = Number.NEGATIVE_INFINITY

  const work = async () => {
    isSending = true
    for (let piece = waiting.shift(); piece; piece = waiting.shift()) {
      try {
        const text = await send(piece)
        if (!isStopped && text.trim() !== '') onText(text.trim(), piece)
      } catch (error) {
        waiting = []
        if (!isStopped) restsUntil = piece.end + onTrouble(error)
      }
    }
    isSending = false
  }

  return {
    add: (piece) => {
      if (isStopped || piece.start < restsUntil) return
      waiting = [...waiting, piece].slice(-mostWaiting)
      if (!isSending) void work()
    },
    stop: () => {
      isStopped = true
      waiting = []
    },
  }
}
