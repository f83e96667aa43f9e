/** Runs work once fewer than `max` works are running. The oldest waiting work starts first. */
export function createSlots(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= max) await new Promise<void>((start) => waiting.push(start))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The next work takes this slot, so that no call in between does.
      if (next) next()
      else running--
    }
  }
}
