import { useEffect } from 'react'
import { settledAfterMs } from './use-settled.ts'

/**
 * Loads a file that only a click needs, some seconds after mounting, so that the click does not wait for it. `load`
 * must not change. A failure is shown only after the click.
 */
export function useLoadLater(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), settledAfterMs)
    return () => clearTimeout(timer)
  }, [load])
}
