import { useEffect, useEffectEvent } from 'react'

const guards = new Set<() => Promise<boolean>>()

/** While `isNeeded`, actions that end the visit without a link, such as signing out, ask first. */
export function useLeaveGuard(isNeeded: boolean, ask: () => Promise<boolean>): void {
  const onAsk = useEffectEvent(ask)
  useEffect(() => {
    if (!isNeeded) return undefined
    const guard = () => onAsk()
    guards.add(guard)
    return () => void guards.delete(guard)
  }, [isNeeded])
}

/** Asks whether to leave, for each unsaved form of the page; true without unsaved work. */
export async function confirmLeave(): Promise<boolean> {
  for (const guard of guards) if (!(await guard())) return false
  return true
}
