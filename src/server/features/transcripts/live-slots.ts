import { fail } from '#server/fail.ts'

/** Maximum live chunks transcribed at once, per process and per user. Late text is useless, so there is no queue. */
const mostOfAll = 4
const mostOfOne = 2

const running = new Map<string, number>()

/**
 * Transcribes one live chunk if a slot is free; rejects otherwise (no queue).
 * @throws live_text_busy
 */
export async function withLiveSlot<T>(userId: string, transcribe: () => Promise<T>): Promise<T> {
  const own = running.get(userId) ?? 0
  const all = Array.from(running.values()).reduce((sum, count) => sum + count, 0)
  if (own >= mostOfOne || all >= mostOfAll) fail('live_text_busy')
  running.set(userId, own + 1)
  try {
    return await transcribe()
  } finally {
    const left = (running.get(userId) ?? 1) - 1
    if (left > 0) running.set(userId, left)
    else running.delete(userId)
  }
}
