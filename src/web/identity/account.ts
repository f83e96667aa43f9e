import { queryOptions } from '@tanstack/react-query'
import type { Account } from '#shared/contract/accounts.ts'
import { api } from '#web/api/client.ts'
import { isSignedOut } from '#web/api/errors.ts'

/** The signed-in account; null if the user is signed out. Used by the route guard and the shell. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ client, signal }): Promise<Account | null> => {
    try {
      return await api.accounts.me({}, { signal })
    } catch (error) {
      // A lost session is an error here, as in other calls.
      if (isSignedOut(error) && client.getQueryData(accountQuery.queryKey) == null) return null
      throw error
    }
  },
})
