import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { accountQuery } from '#web/identity/account.ts'
import { hasUnsavedWork } from '#web/identity/unsaved-work.ts'
import { isSignedOut, readError } from '#web/api/errors.ts'
import { openFreshDashboard } from '#web/identity/identity-guard.ts'

const fiveMinutes = 5 * 60_000

/**
 * Cache with the specified defaults. `onSignedOut` is called once when the server no longer knows who is asking; a page on which
 * something is at stake keeps it until somebody has signed in again.
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    // The organization requires one since this page was opened. The new document leads there.
    if (readError(error).code === 'second_factor_required' && !hasUnsavedWork()) openFreshDashboard()
    if (!isSignedOut(error) || client.getQueryData(accountQuery.queryKey) == null || hasUnsavedWork()) return
    client.clear()
    onSignedOut()
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Without a network a call fails and says so; else what was pressed would wait in silence and happen later.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: fiveMinutes,
        gcTime: fiveMinutes,
        // What was refused is refused again; only trouble on the way is worth another try.
        retry: (failures, error) => failures < 1 && (readError(error).status ?? 500) >= 500,
        refetchOnWindowFocus: false,
      },
    },
  })
  return client
}
