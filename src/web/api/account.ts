import { queryOptions } from '@tanstack/react-query'
import type { Account } from '#shared/contract/accounts.ts'
import { api, query } from './client.ts'
import { isSignedOut } from './errors.ts'

/** Who is signed in, or null. Shared by the route guard, the shell and the sign-in page. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }): Promise<Account | null> => {
    try {
      return await api.accounts.me({}, { signal })
    } catch (error) {
      if (isSignedOut(error)) return null
      throw error
    }
  },
})

/** What this installation offers, signed in or not. */
export const setupQuery = query.accounts.setup.queryOptions({ staleTime: Number.POSITIVE_INFINITY })

/** Whether the sign-up steps after the credentials are still to be done. */
export function isUnfinished(account: Account): boolean {
  return account.firstName === '' || account.lastName === ''
}
