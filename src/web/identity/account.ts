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
      // If the page was signed in before, the lost sign-in is an error, as in other calls.
      if (isSignedOut(error) && client.getQueryData(accountQuery.queryKey) == null) return null
      throw error
    }
  },
})
