import { useEffect, useEffectEvent } from 'react'
import { readError } from '#web/api/errors.ts'

/** Calls back when a request failed because the access has expired. */
export function useJustificationExpired(error: unknown, onRefused: () => void): void {
  const isRefused = error !== null && readError(error).code === 'justification_missing'
  const refuse = useEffectEvent(onRefused)
  useEffect(() => {
    if (isRefused) refuse()
  }, [isRefused])
}
