import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/** The endpoints of one noun of the contract, e.g. `query.releases`. */
type Noun = { key: () => QueryKey }

/**
 * Runs a change, and resolves once the data of these nouns is reloaded, so that the focus can move to an element that
 * remains. A failure reloads the data too: another tab may have made the change.
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
