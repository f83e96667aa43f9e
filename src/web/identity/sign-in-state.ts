import { useSyncExternalStore } from 'react'
import { hasUnsavedWork } from './unsaved-work.ts'

let isOut = false
const listeners = new Set<() => void>()

function setSignedOut(next: boolean): void {
  if (next === isOut) return
  isOut = next
  for (const listener of listeners) listener()
}

/** The sign-in state from the last response. Without unsaved work, a signed-out page is left. */
export const signInState = {
  lost: () => setSignedOut(hasUnsavedWork()),
  restored: () => setSignedOut(false),
  isLost: () => isOut,
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether this page stays open although the user is signed out, to keep unsaved work. */
export function useSignedOut(): boolean {
  return useSyncExternalStore(subscribe, () => isOut)
}
