import { useEffect, useState } from 'react'

const minuteMs = 60_000

/** Returns the current time, updated at the start of every minute and when the page is shown again. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const update = () => setNow(new Date())
    const timer = setTimeout(update, minuteMs - (now.getTime() % minuteMs))
    // The timer stops while the computer sleeps.
    document.addEventListener('visibilitychange', update)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [now])
  return now
}
