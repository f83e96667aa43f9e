import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { aiFailure } from '#web/api/ai-failure.ts'
import { automatic, query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'

const pollMs = 1500

/** Loads the insights of a session, follows a running analysis and starts a new one. Only the start extends the sign-in. */
export function useInsights(sessionId: string) {
  const cache = useQueryClient()
  const input = { sessionId }
  const found = useQuery({
    ...query.insights.get.queryOptions({ input, context: automatic }),
    refetchInterval: ({ state }) => (state.data?.state === 'analyzing' ? pollMs : false),
  })
  const asking = useMutation({
    ...query.insights.analyze.mutationOptions(),
    onSuccess: (insights) => showResult(cache, query.insights.get.queryKey({ input }), insights),
  })
  return {
    found,
    analyze: () => asking.mutate(input),
    isAsking: asking.isPending,
    refusal: asking.error ? aiFailure(asking.error) : null,
  }
}
