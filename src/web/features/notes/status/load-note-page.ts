import type { QueryClient } from '@tanstack/react-query'
import { query } from '#web/api/client.ts'

/**
 * Loads a note, and then the other data that its page shows at first. Does not fail: the page shows failures, and
 * placeholders for missing data.
 */
export async function loadNotePage(cache: QueryClient, input: { sessionId: string }): Promise<void> {
  const noteQuery = query.notes.get.queryOptions({ input })
  await cache.prefetchQuery(noteQuery)
  const page = cache.getQueryData(noteQuery.queryKey)
  if (!page) return
  const hasText = page.note.version > 0
  await Promise.all([
    page.session.hasTranscript && cache.prefetchQuery(query.transcripts.get.queryOptions({ input })),
    hasText && cache.prefetchQuery(query.signatures.get.queryOptions({ input })),
    hasText && cache.prefetchQuery(query.amendments.ofNote.queryOptions({ input })),
  ])
}
