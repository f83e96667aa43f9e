import type { FormerMember, Member } from '#shared/contract/members.ts'
import type { Context } from '#server/context.ts'
import { listFormerMembers, listMembers as listRows } from './store.ts'

/**
 * Lists the members of the caller's current organization, or none without an organization. Former members, whose
 * clients need another therapist, are visible to owners and admins only, by row-level security.
 */
export async function listMembers({ db, actor }: Context): Promise<{ items: Member[]; former: FormerMember[] }> {
  const { organizationId } = actor
  if (organizationId === null) return { items: [], former: [] }
  const [items, former] = await Promise.all([listRows(db, organizationId), listFormerMembers(db, organizationId)])
  return { items, former }
}
