import type { FormerMember, Member } from '#shared/contract/members.ts'
import type { Context } from '#server/context.ts'
import { listFormerMembers, listMembers as listRows } from './store.ts'

/**
 * Who is in the organization the caller acts in; for whoever is in none, nobody. Whose clients wait for another therapist
 * is told by row-level security to owner and admin only.
 */
export async function listMembers({ db, actor }: Context): Promise<{ items: Member[]; former: FormerMember[] }> {
  const { organizationId } = actor
  if (organizationId === null) return { items: [], former: [] }
  const [items, former] = await Promise.all([listRows(db, organizationId), listFormerMembers(db, organizationId)])
  return { items, former }
}
