import { query } from '#web/api/client.ts'
import { justLoadedMs } from '#web/api/just-loaded.ts'

/** Spec core §9. */
export const recentSessionsShown = 6

/** Notes of the most recent sessions. Shown from cache and refetched. */
export const recentSessionsQuery = query.notes.list.queryOptions({
  input: { limit: recentSessionsShown },
  staleTime: justLoadedMs,
})
