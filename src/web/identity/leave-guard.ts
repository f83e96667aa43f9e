import { useEffect, useEffectEvent } from 'react'

const guards = new Set<() => Promise<boolean>>()

/** While `isNeeded`, actions such as signing out ask first, although they leave the page without a link. */
export function useLeaveGuard(isNeeded: boolean, ask: () => Promise<boolean>): void {
  const onAsk = useEffectEvent(ask)
  useEffect(() => {
    if (!isNeeded) return undefined
    const guard = () => onAsk()
    guards.add(guard)
    return () => void guards.delete(guard)
  }, [isNeeded])
}

/**
 * Asks for each unsaved form of the page whether to leave. Returns true if all agree, or if there is no unsaved work.
 */
export async function confirmLeave(): Promise<boolean> {
  for (const guard of guards) if (!(await guard())) return false
  return true
}
