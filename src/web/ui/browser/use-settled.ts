import { useEffect, useState } from 'react'

/** After the first paint of most pages, in milliseconds: for what should appear soon, because it moves what is below it. */
export const paintedAfterMs = 500

/** After the first paint, and while the connection that loaded the page probably still exists. */
export const settledAfterMs = 3000

/** False until some time after mounting. For what the first paint must not wait for, and for a wait that turns out to be long. */
export function useSettled(afterMs = settledAfterMs): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), afterMs)
    return () => clearTimeout(timer)
  }, [afterMs])
  return isSettled
}
