import type { QueryClient } from '@tanstack/react-query'
import { query } from '#web/api/client.ts'

/**
 * Requests a note, and then what its page renders together with it. The page itself shows failures, and placeholders
 * for what is still missing.
 */
export async function loadNotePage(cache: QueryClient, input: { sessionId: string }): Promise<void> {
  const note = query.notes.get.queryOptions({ input })
  await cache.prefetchQuery(note)
  const page = cache.getQueryData(note.queryKey)
  if (!page) return
  const hasText = page.note.version > 0
  await Promise.all([
    page.session.hasTranscript && cache.prefetchQuery(query.transcripts.get.queryOptions({ input })),
    hasText && cache.prefetchQuery(query.signatures.get.queryOptions({ input })),
    hasText && cache.prefetchQuery(query.amendments.ofNote.queryOptions({ input })),
  ])
}
