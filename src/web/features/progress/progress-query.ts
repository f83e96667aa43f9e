import { query } from '#web/api/client.ts'
import { justLoadedMs } from '#web/api/just-loaded.ts'

/** Query options for the progress of a client, or of all the user's clients. */
export function progressQuery(clientId: string | undefined) {
  // Shown from cache and refetched, so that new notes count.
  return clientId === undefined
    ? query.progress.ofAll.queryOptions({ staleTime: justLoadedMs })
    : query.progress.ofClient.queryOptions({ input: { clientId }, staleTime: justLoadedMs })
}
