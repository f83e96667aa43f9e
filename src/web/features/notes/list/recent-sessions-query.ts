import { query } from '#web/api/client.ts'

/** Spec core §9. */
export const recentSessionsShown = 6

/** The notes of the sessions held last. Shown at once from memory, and asked for again. */
export const recentSessionsQuery = query.notes.list.queryOptions({
  input: { limit: recentSessionsShown },
  staleTime: 0,
})
