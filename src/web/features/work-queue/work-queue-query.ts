import { query } from '#web/api/client.ts'
import { justLoadedMs } from '#web/api/just-loaded.ts'

/** The notes that the user has to finish. Shown from the cache and refetched. */
export const workQueueQuery = query.workQueue.get.queryOptions({ staleTime: justLoadedMs })
