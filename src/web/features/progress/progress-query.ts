import { query } from '#web/api/client.ts'

/** Query options for the progress of a client, or of all the user's clients. */
export function progressQuery(clientId: string | undefined) {
  // Shown from cache and refetched, so that new notes count.
  return clientId === undefined
    ? query.progress.ofAll.queryOptions({ staleTime: 0 })
    : query.progress.ofClient.queryOptions({ input: { clientId }, staleTime: 0 })
}
