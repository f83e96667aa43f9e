import type { QueryClient } from '@tanstack/react-query'
import type { Member } from '#shared/contract/members.ts'
import { accountQuery } from '#web/identity/account.ts'
import { query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'

/** The members, and the former members who still have clients. */
export const memberListQuery = query.members.list.queryOptions()

/** Updates the cached members after a change, and invalidates the data that depend on them. */
export async function showMembers(cache: QueryClient, items: Member[]): Promise<void> {
  showResult(cache, memberListQuery.queryKey, (old) => old && { ...old, items })
  await Promise.all([
    cache.invalidateQueries({ queryKey: query.members.key() }),
    cache.invalidateQueries({ queryKey: query.organizations.get.key() }),
    cache.invalidateQueries({ queryKey: query.organizations.mine.key() }),
    cache.invalidateQueries({ queryKey: query.invitations.key() }),
    cache.invalidateQueries({ queryKey: query.clients.key() }),
    cache.invalidateQueries({ queryKey: query.cosign.key() }),
    cache.invalidateQueries(accountQuery),
  ])
}

/** Returns the name of a member, or the email address until an invited member has entered a name. */
export function nameOf({ firstName, lastName, email }: Pick<Member, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}`.trim() || email
}
