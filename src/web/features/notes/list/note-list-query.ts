import type { DateRange } from '#web/ui/date-range.tsx'
import type { NotePlace } from '#shared/contract/notes.ts'
import { query } from '#web/api/client.ts'

/** Pages of the list of all notes, as TanStack Query loads them. */
export function noteListQuery(search: string, { from, to }: DateRange) {
  const first: NotePlace | null = null
  return query.notes.list.infiniteOptions({
    input: (after: NotePlace | null) => ({ search, from, to, after }),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next ?? undefined,
    // Shown at once from memory, and asked for again: a note that was just made is to stand here.
    staleTime: 0,
  })
}
