import type { QueryClient } from '@tanstack/react-query'
import { query } from '#web/api/client.ts'

/** Refreshes a note, its signatures and its lists after its co-signer signed or returned it. */
export async function refreshNote(cache: QueryClient, sessionId: string): Promise<void> {
  const input = { sessionId }
  const keys = [
    query.cosign.get.key({ input }),
    query.cosign.comments.key({ input }),
    query.signatures.get.key({ input }),
    query.notes.key(),
    query.sessions.key(),
  ]
  await Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })))
}
