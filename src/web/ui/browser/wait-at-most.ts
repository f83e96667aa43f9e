/**
 * Waits for work, but at most this long; then returns undefined, and the work itself continues. Rejects if the work fails
 * in this time.
 */
export async function waitAtMost<Result>(milliseconds: number, work: Promise<Result>): Promise<Result | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), milliseconds)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
