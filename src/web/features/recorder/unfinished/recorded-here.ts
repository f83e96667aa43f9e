const sessions = new Set<string>()

/** Remembers, as long as this page lives, that a session was recorded by it. */
export function markRecordedHere(sessionId: string): void {
  sessions.add(sessionId)
}

/** Whether this page recorded a session. */
export function wasRecordedHere(sessionId: string): boolean {
  return sessions.has(sessionId)
}
