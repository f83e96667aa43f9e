import { useEffect, useEffectEvent } from 'react'

let activeGuard: (() => Promise<boolean>) | null = null

/** While `isNeeded`, whatever ends the visit of this page without following a link, such as signing out, asks first. */
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

/** Whether the person agrees to leave what they are at; true when nothing is at stake. */
export async function confirmLeave(): Promise<boolean> {
  return activeGuard === null || (await activeGuard())
}
