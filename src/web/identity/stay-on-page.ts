const listeners = new Set<() => void>()

/**
 * Keeps the page open if another user or organization becomes active. Browsers would ask about leaving by a dialog that
 * blocks the page, and with it a recording. The listener is called instead. Returns a function that ends this.
 */
export function stayOnPage(onIdentityChanged: () => void): () => void {
  const listener = () => onIdentityChanged()
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Notifies those who keep the page open. Returns whether there are any. */
export function notifyStaying(): boolean {
  for (const listener of listeners) listener()
  return listeners.size > 0
}
