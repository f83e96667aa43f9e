import type { FormerMember, Member } from '#shared/contract/members.ts'
import type { Context } from '#server/context.ts'
import { listFormerMembers, listMembers as listRows } from './store.ts'

/**
 * Members of the caller's current organization; none without one. Row-level security shows former members, whose
 * clients need another therapist, to owners and admins only.
 */
export async function listMembers({ db, actor }: Context): Promise<{ items: Member[]; former: FormerMember[] }> {
  const { organizationId } = actor
  if (organizationId === null) return { items: [], former: [] }
  const [items, former] = await Promise.all([listRows(db, organizationId), listFormerMembers(db, organizationId)])
  return { items, former }
}
