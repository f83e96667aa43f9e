import { queryOptions } from '@tanstack/react-query'
import type { Account } from '#shared/contract/accounts.ts'
import { api } from './client.ts'
import { isSignedOut } from './errors.ts'

/** Who is signed in, or null. Shared by the route guard and the shell. */
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
