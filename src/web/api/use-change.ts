import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/** A noun of the contract, as `query.releases`. */
type Noun = { key: () => QueryKey }

/**
 * Runs a change and resolves once the data of these nouns is loaded again, so that focus can go to a part that stays. A
 * failure reloads too: the change may have been made in another tab.
 */
export function useChangeOf(nouns: readonly Noun[]) {
  const cache = useQueryClient()
  const refresh = async () => {
    await Promise.all(nouns.map((noun) => cache.invalidateQueries({ queryKey: noun.key() })))
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
