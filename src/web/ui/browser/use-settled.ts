import { useEffect, useState } from 'react'

/** After the first paint, and while the connection that loaded the page probably still exists. */
export const settledAfterMs = 3000

/** False until some seconds after mounting. For what the first paint must not wait for, and for a wait that turns out to be long. */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settledAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}
