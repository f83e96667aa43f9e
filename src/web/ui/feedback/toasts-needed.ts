let isNeeded = false
const listeners = new Set<() => void>()

/** Lets the page load what shows toasts. */
export function needToasts(): void {
  isNeeded = true
  for (const listener of listeners) listener()
}

export const areToastsNeeded = (): boolean => isNeeded

export function onToastsNeeded(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
