import { useSyncExternalStore } from 'react'
import { hasUnsavedWork } from './unsaved-work.ts'

let isOut = false
const listeners = new Set<() => void>()

function setSignedOut(next: boolean): void {
  if (next === isOut) return
  isOut = next
  for (const listener of listeners) listener()
}

/**
 * The sign-in state according to the last response. It is lost only on pages with unsaved work, which stay open; other
 * pages are left.
 */
export const signInState = {
  lost: () => setSignedOut(hasUnsavedWork()),
  restored: () => setSignedOut(false),
  isLost: () => isOut,
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns whether the user is signed out and the page stays open to keep unsaved work. */
export function useSignedOut(): boolean {
  return useSyncExternalStore(subscribe, () => isOut)
}
