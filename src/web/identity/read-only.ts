import { useQuery } from '@tanstack/react-query'
import { accountQuery } from './account.ts'

/** Returns whether the user is viewing data as another user. Then actions that change data are hidden. */
export function useReadOnly(): boolean {
  const { data: account } = useQuery(accountQuery)
  return account?.viewing != null
}
