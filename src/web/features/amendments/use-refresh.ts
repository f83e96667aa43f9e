import { useQueryClient } from '@tanstack/react-query'
import { query } from '#web/api/client.ts'

/** Reloads what depends on amendment requests: their lists, the addenda of notes and the queue. */
function useRefresh() {
  const cache = useQueryClient()
  return async () => {
    await Promise.all(
      [query.amendments, query.signatures, query.workQueue].map((noun) =>
        cache.invalidateQueries({ queryKey: noun.key() }),
      ),
    )
  }
}

/**
 * Runs a change and resolves once the lists show it, so that focus can go to a part that stays. A failure reloads too:
 * the request may have been answered in another tab.
 */
export function useChange() {
  const refresh = useRefresh()
  return async (send: () => Promise<unknown>) => {
    try {
      await send()
    } catch (error) {
      void refresh()
      throw error
    }
    await refresh()
  }
}
