import type { DateRange } from '#web/ui/form/date-range.tsx'
import type { NotePlace } from '#shared/contract/notes.ts'
import { query } from '#web/api/client.ts'
import { justLoadedMs } from '#web/api/just-loaded.ts'

/** Query options of the note list, by page. */
export function noteListQuery(search: string, { from, to }: DateRange) {
  const first: NotePlace | null = null
  return query.notes.list.infiniteOptions({
    input: (after: NotePlace | null) => ({ search, from, to, after }),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next ?? undefined,
    // The list is shown from the cache and refetched, so that new notes appear.
    staleTime: justLoadedMs,
  })
}
