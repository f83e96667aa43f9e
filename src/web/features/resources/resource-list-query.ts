import { query } from '#web/api/client.ts'

/** Query options for the organization's links, newest first, in pages. */
export function resourceListQuery(search: string) {
  const first: string | undefined = undefined
  return query.resources.list.infiniteOptions({
    input: (after: string | undefined) => ({ search, after }),
    initialPageParam: first,
    getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.id : undefined),
  })
}
