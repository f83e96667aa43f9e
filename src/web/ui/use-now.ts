import { useEffect, useState } from 'react'

const minuteMs = 60_000

/** The moment, anew with every minute of the clock: what says how long until something is never a minute behind. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), minuteMs - (now.getTime() % minuteMs))
    return () => clearTimeout(timer)
  }, [now])
  return now
}
