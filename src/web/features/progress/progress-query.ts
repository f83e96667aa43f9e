import { query } from '#web/api/client.ts'

/** Progress of a client, or of all of one's own, as TanStack Query loads it. */
export function progressQuery(clientId: string | undefined) {
  // Shown at once from memory, and asked for again: a note that was just saved is to count.
  return clientId === undefined
    ? query.progress.ofAll.queryOptions({ staleTime: 0 })
    : query.progress.ofClient.queryOptions({ input: { clientId }, staleTime: 0 })
}
