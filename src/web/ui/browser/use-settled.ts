import { useEffect, useState } from 'react'

/**
 * Milliseconds after which most pages have painted. For content that should appear early, because it moves what is
 * below it.
 */
export const paintedAfterMs = 500

/** Milliseconds after which most pages have loaded, while the connection to the server probably still exists. */
export const settledAfterMs = 3000

/**
 * Returns false until some time after mounting. For content that must not delay the first paint, and for hints that a
 * wait is long.
 */
export function useSettled(afterMs = settledAfterMs): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), afterMs)
    return () => clearTimeout(timer)
  }, [afterMs])
  return isSettled
}
