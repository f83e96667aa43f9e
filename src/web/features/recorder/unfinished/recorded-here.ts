const sessions = new Set<string>()

/** Remembers until the page unloads that it recorded this session. */
export function markRecordedHere(sessionId: string): void {
  sessions.add(sessionId)
}

/** Whether this page recorded a session. */
export function wasRecordedHere(sessionId: string): boolean {
  return sessions.has(sessionId)
}
