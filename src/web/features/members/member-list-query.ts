import type { QueryClient } from '@tanstack/react-query'
import type { Member } from '#shared/contract/members.ts'
import { accountQuery } from '#web/identity/account.ts'
import { query } from '#web/api/client.ts'

/** Who is in the organization, and who was and left clients behind. */
export const memberListQuery = query.members.list.queryOptions()

/** Shows the members as a change left them, and what follows from it elsewhere. */
export async function showMembers(cache: QueryClient, items: Member[]): Promise<void> {
  cache.setQueryData(memberListQuery.queryKey, (old) => old && { ...old, items })
  await Promise.all([
    cache.invalidateQueries({ queryKey: query.members.key() }),
    cache.invalidateQueries({ queryKey: query.organizations.key() }),
    cache.invalidateQueries({ queryKey: query.invitations.key() }),
    cache.invalidateQueries({ queryKey: query.clients.key() }),
    cache.invalidateQueries(accountQuery),
  ])
}

export function nameOf({ firstName, lastName }: Pick<Member, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}
