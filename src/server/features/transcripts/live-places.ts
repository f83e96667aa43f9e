import { fail } from '#server/fail.ts'

/** Pieces that are heard at once, in one process and for one person: what cannot be heard soon is not worth hearing. */
const mostOfAll = 4
const mostOfOne = 2

const hearing = new Map<string, number>()

/**
 * Hears a piece for a person, when not too many are heard already. Nothing waits in line.
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
