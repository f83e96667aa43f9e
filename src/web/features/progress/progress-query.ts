import { query } from '#web/api/client.ts'
import { justLoadedMs } from '#web/api/just-loaded.ts'

/** Query options for the progress of one client, or of all clients of the user. */
export function progressQuery(clientId: string | undefined) {
  // The data are shown from the cache and refetched, so that new notes count.
  return clientId === undefined
    ? query.progress.ofAll.queryOptions({ staleTime: justLoadedMs })
    : query.progress.ofClient.queryOptions({ input: { clientId }, staleTime: justLoadedMs })
}
