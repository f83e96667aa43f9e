import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { accountQuery } from '#web/identity/account.ts'
import { hasUnsavedWork } from '#web/identity/unsaved-work.ts'
import { isSignedOut, isTemporary, readError } from '#web/api/errors.ts'
import { justLoadedMs } from '#web/api/just-loaded.ts'
import { openFreshDashboard } from '#web/identity/identity-guard.ts'
import { showFailure } from '#web/ui/feedback/toast.ts'
import { rolePhrase } from '#web/ui/format/role-change.ts'

const fiveMinutes = 5 * 60_000

/**
 * Creates the query cache with the specified defaults. `onSignedOut` is called once when the user is signed out, unless
 * the page has unsaved work.
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    // The organization has started to require a second factor. The new document redirects to its setup.
    if (readError(error).code === 'second_factor_required' && !hasUnsavedWork()) openFreshDashboard()
    if (!isSignedOut(error) || client.getQueryData(accountQuery.queryKey) == null || hasUnsavedWork()) return
    client.clear()
    onSignedOut()
  }
  const ownRole = () => client.getQueryData(accountQuery.queryKey)?.organization?.role
  /** Reloads the account after a refusal for its role, which another member may have changed. */
  const reloadRole = async () => {
    const before = ownRole()
    if (before === undefined) return
    await client.invalidateQueries(accountQuery)
    const role = ownRole()
    if (role === undefined || role === before) return
    showFailure(`Your role was changed: you are ${rolePhrase(role)} now.`)
    await client.invalidateQueries()
  }
  const onRefusedChange = (error: unknown) => {
    onError(error)
    const { code } = readError(error)
    if (code === 'not_allowed' || code === 'role_above') void reloadRole()
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError: onRefusedChange }),
    defaultOptions: {
      // Without a network, calls fail visibly. By default they would wait and run later.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: fiveMinutes,
        gcTime: fiveMinutes,
        // A rejection is final. Only network and server errors are retried.
        retry: (failures, error) => failures < 1 && isTemporary(error),
        refetchOnWindowFocus: false,
        // The loader's request can fail before the page is mounted. Mounting it must not send the request again.
        retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > justLoadedMs,
      },
    },
  })
  return client
}
