const sessions = new Set<string>()

/** Remembers, until the page is unloaded, that this page recorded a session. */
export function markRecordedHere(sessionId: string): void {
  sessions.add(sessionId)
}

/** Returns whether this page recorded a session. */
export function wasRecordedHere(sessionId: string): boolean {
  return sessions.has(sessionId)
}
