const listeners = new Set<(isOtherIdentity: boolean) => void>()

/**
 * Keeps the page open if another user or organization becomes active. Browsers would ask about leaving by a dialog that
 * blocks the page, and with it a recording. The listener is called instead, and again once the page's own identity is
 * active. Returns a function that ends this.
 */
export function stayOnPage(onIdentity: (isOtherIdentity: boolean) => void): () => void {
  const listener = (isOtherIdentity: boolean) => onIdentity(isOtherIdentity)
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Notifies those who keep the page open. Returns whether there are any. */
export function notifyStaying(isOtherIdentity: boolean): boolean {
  for (const listener of listeners) listener(isOtherIdentity)
  return listeners.size > 0
}
