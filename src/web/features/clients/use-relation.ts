import { useQuery } from '@tanstack/react-query'
import type { Client } from '#shared/contract/clients.ts'
import { accountQuery } from '#web/api/account.ts'

/** What somebody is to a client they see: `own` does everything, `administers` keeps the details, `supervises` looks on. */
export type Relation = 'own' | 'administers' | 'supervises'

/** What the reader is to a client (core specification, section 6). The server decides again, whatever is offered. */
export function useRelation(client: Pick<Client, 'therapistId'>): Relation {
  const { data: account } = useQuery(accountQuery)
  if (client.therapistId === account?.id) return 'own'
  const role = account?.organization?.role
  return role === 'owner' || role === 'admin' ? 'administers' : 'supervises'
}

/** Whose a client is. Who left the organization has no name here any more. */
export function therapistOf({ therapistName }: Pick<Client, 'therapistName'>): string {
  return therapistName.trim() || 'A former member'
}
