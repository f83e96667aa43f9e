import { useSyncExternalStore } from 'react'
import { hasUnsavedWork } from './unsaved-work.ts'

let isOut = false
const listeners = new Set<() => void>()

function setSignedOut(next: boolean): void {
  if (next === isOut) return
  isOut = next
  for (const listener of listeners) listener()
}

/** What the server answered last: that nobody is signed in, which a page with nothing at stake is left for, or something else. */
export const signInState = {
  lost: () => setSignedOut(hasUnsavedWork()),
  restored: () => setSignedOut(false),
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether this page stays although nobody is signed in any more: for what would be lost. */
export function useSignedOut(): boolean {
  return useSyncExternalStore(subscribe, () => isOut)
}
