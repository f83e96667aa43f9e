import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'

const pollMs = 1500

/** What was found in a session, followed while it is being looked for, and a way to ask for it. */
export function useInsights(sessionId: string) {
  const cache = useQueryClient()
  const input = { sessionId }
  const found = useQuery({
    ...query.insights.get.queryOptions({ input }),
    refetchInterval: ({ state }) => (state.data?.state === 'analyzing' ? pollMs : false),
  })
  const asking = useMutation({
    ...query.insights.analyze.mutationOptions(),
    onSuccess: (insights) => cache.setQueryData(query.insights.get.queryKey({ input }), insights),
  })
  return {
    found,
    analyze: () => asking.mutate(input),
    isAsking: asking.isPending,
    refusal: asking.error ? readError(asking.error, 'An unknown error occurred').sentence : null,
  }
}
