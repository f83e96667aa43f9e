import { useQuery } from '@tanstack/react-query'
import type { Client } from '#shared/contract/clients.ts'
import { isInCharge } from '#shared/rules/roles.ts'
import { accountQuery } from '#web/identity/account.ts'

/** What somebody is to a client they see: `own` does everything, `administers` keeps the details, `supervises` looks on. */
export type Relation = 'own' | 'administers' | 'supervises'

/** What the reader is to a client (spec core §6). The server decides again, whatever is offered. */
export function useClientRelation(client: Pick<Client, 'therapistId'>): Relation {
  const { data: account } = useQuery(accountQuery)
  if (client.therapistId === account?.id) return 'own'
  return isInCharge(account?.organization?.role ?? null) ? 'administers' : 'supervises'
}

/** Whether the reader may give clients of the organization to other members. */
export function useMayTransfer(): boolean {
  const { data: account } = useQuery(accountQuery)
  return account?.viewing === null && isInCharge(account.organization?.role ?? null)
}

/** Whose a client is. Who left the organization has no name here any more. */
export function therapistOf({ therapistName }: Pick<Client, 'therapistName'>): string {
  return therapistName.trim() || 'A former member'
}
