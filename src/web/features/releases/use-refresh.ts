import { useQueryClient } from '@tanstack/react-query'
import { query } from '#web/api/client.ts'

/**
 * Runs a change and resolves once the lists show it, so that focus can go to a part that stays. A failure reloads too:
 * the hold may have been lifted in another tab.
 */
export function useChange() {
  const cache = useQueryClient()
  const refresh = async () => {
    await Promise.all(
      [query.releases, query.signatures].map((noun) => cache.invalidateQueries({ queryKey: noun.key() })),
    )
  }
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
