import type { InferDataFromTag, QueryClient, QueryKey, Updater } from '@tanstack/react-query'

/**
 * Replaces cached data by the result of a change. A repeated read that is under way may return the data from before the
 * change, so it starts again. A first read is not canceled, because pages wait for it.
 */
export function showResult<Key extends QueryKey>(
  cache: QueryClient,
  queryKey: Key,
  result: Updater<
    NoInfer<InferDataFromTag<unknown, Key>> | undefined,
    NoInfer<InferDataFromTag<unknown, Key>> | undefined
  >,
): void {
  const before = cache.getQueryState(queryKey)
  const isRepeating = before?.data !== undefined && before.fetchStatus === 'fetching'
  cache.setQueryData(queryKey, result)
  if (isRepeating) void cache.invalidateQueries({ queryKey, exact: true, refetchType: 'all' })
}
