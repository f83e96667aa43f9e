import { query } from '#web/api/client.ts'
import { justLoadedMs } from '#web/api/just-loaded.ts'

/** Number of recent sessions (spec core §9). */
export const recentSessionsShown = 6

/** The notes of the most recent sessions. Shown from the cache and refetched. */
export const recentSessionsQuery = query.notes.list.queryOptions({
  input: { limit: recentSessionsShown },
  staleTime: justLoadedMs,
})
