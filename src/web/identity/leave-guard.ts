import { useEffect, useEffectEvent } from 'react'

let activeGuard: (() => Promise<boolean>) | null = null

/** While `isNeeded`, actions that end the visit without a link, such as signing out, ask first. */
export function useLeaveGuard(isNeeded: boolean, ask: () => Promise<boolean>): void {
  const onAsk = useEffectEvent(ask)
  useEffect(() => {
    if (!isNeeded) return undefined
    const guard = () => onAsk()
    activeGuard = guard
    return () => {
      if (activeGuard === guard) activeGuard = null
    }
  }, [isNeeded])
}

/** Asks whether to leave; true without unsaved work. */
export async function confirmLeave(): Promise<boolean> {
  return activeGuard === null || (await activeGuard())
}
