import { query } from '#web/api/client.ts'

/** Query options of the user's psychotherapy notes about a client, newest first, by page. */
export function psychotherapyNotesQuery(clientId: string) {
  const first: string | undefined = undefined
  return query.psychotherapyNotes.ofClient.infiniteOptions({
    input: (after: string | undefined) => ({ clientId, after }),
    initialPageParam: first,
    getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.id : undefined),
  })
}
