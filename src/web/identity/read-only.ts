import { useQuery } from '@tanstack/react-query'
import { accountQuery } from './account.ts'

/** Whether data is viewed as somebody else: nothing can be changed then, and what changes something is not offered. */
export function useReadOnly(): boolean {
  const { data: account } = useQuery(accountQuery)
  return account?.viewing != null
}
