import { useQuery } from '@tanstack/react-query'
import { accountQuery } from './account.ts'

/** Whether the user views data as another user: then actions that change data are hidden. */
export function useReadOnly(): boolean {
  const { data: account } = useQuery(accountQuery)
  return account?.viewing != null
}
