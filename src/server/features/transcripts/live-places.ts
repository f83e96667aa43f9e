import { fail } from '#server/fail.ts'

/** Live chunks transcribed at once, per process and per user. Text that comes late is useless, so there is no queue. */
const mostOfAll = 4
const mostOfOne = 2

const hearing = new Map<string, number>()

/**
 * Transcribes one live chunk if a slot is free; rejects otherwise (no queue).
 * @throws live_text_busy
 */
export async function withPlace<T>(userId: string, hear: () => Promise<T>): Promise<T> {
  const own = hearing.get(userId) ?? 0
  const all = Array.from(hearing.values()).reduce((sum, count) => sum + count, 0)
  if (own >= mostOfOne || all >= mostOfAll) fail('live_text_busy')
  hearing.set(userId, own + 1)
  try {
    return await hear()
  } finally {
    const left = (hearing.get(userId) ?? 1) - 1
    if (left > 0) hearing.set(userId, left)
    else hearing.delete(userId)
  }
}
