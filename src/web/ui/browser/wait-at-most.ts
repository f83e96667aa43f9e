/** Waits for work, but no longer than this. The work continues, and rejects only while it is waited for. */
export async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
