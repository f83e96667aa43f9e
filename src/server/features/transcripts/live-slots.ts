import { fail } from '#server/fail.ts'

/** Maximum number of live chunks that are transcribed at once. Late text is useless, so there is no queue. */
const maxPerProcess = 4
const maxPerUser = 2

const running = new Map<string, number>()

/**
 * Transcribes one live chunk if a slot is free, and otherwise rejects the chunk.
 * @throws live_text_busy
 */
export async function withLiveSlot<T>(userId: string, transcribe: () => Promise<T>): Promise<T> {
  const own = running.get(userId) ?? 0
  const all = Array.from(running.values()).reduce((sum, count) => sum + count, 0)
  if (own >= maxPerUser || all >= maxPerProcess) fail('live_text_busy')
  running.set(userId, own + 1)
  try {
    return await transcribe()
  } finally {
    const remaining = (running.get(userId) ?? 1) - 1
    if (remaining > 0) running.set(userId, remaining)
    else running.delete(userId)
  }
}
