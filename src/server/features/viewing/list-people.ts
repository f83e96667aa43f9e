import type { ViewablePerson } from '#shared/contract/viewing.ts'
import type { Context } from '#server/context.ts'
import { listViewable } from './store.ts'

/** Rows of a list that one searches rather than reads. */
const most = 100

/**
 * As whom the caller may view data: owner and admin as any member of their organization, supervisors as the therapists they
 * manage (D6). Nobody for platform administrators, and for those who are viewing already.
 */
export async function listPeople(
  { db, actor }: Context,
  input: { search: string },
): Promise<{ items: ViewablePerson[]; total: number }> {
  const role = actor.organizationRole
  if (actor.viewing || actor.platformRole === 'admin' || role === null || role === 'therapist') {
    return { items: [], total: 0 }
  }
  return await listViewable(db, actor, { search: input.search.trim(), most })
}
