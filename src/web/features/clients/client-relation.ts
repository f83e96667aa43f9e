import { useQuery } from '@tanstack/react-query'
import type { Client } from '#shared/contract/clients.ts'
import { isOrganizationAdmin } from '#shared/rules/roles.ts'
import { accountQuery } from '#web/identity/account.ts'

/**
 * The user's relation to a visible client. `own`: all rights; `administers`: may edit the details; `supervises`:
 * read-only.
 */
export type Relation = 'own' | 'administers' | 'supervises'

/** Returns the user's relation to a client (spec core §6). The server checks permissions again. */
export function useClientRelation(client: Pick<Client, 'therapistId'>): Relation {
  const { data: account } = useQuery(accountQuery)
  if (client.therapistId === account?.id) return 'own'
  return isOrganizationAdmin(account?.organization?.role ?? null) ? 'administers' : 'supervises'
}

/** Returns whether the user may transfer clients of the organization. */
export function useMayTransfer(): boolean {
  const { data: account } = useQuery(accountQuery)
  return account?.viewing === null && isOrganizationAdmin(account.organization?.role ?? null)
}
