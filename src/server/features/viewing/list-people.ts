import type { ViewablePerson } from '#shared/contract/viewing.ts'
import type { Context } from '#server/context.ts'
import { listViewable } from './store.ts'

/** Maximum number of users in the list. A search finds the others. */
const limit = 100

/**
 * Lists the users as whom the caller may view: for owners and admins, any member of their organization; for
 * supervisors, the therapists they manage (D6). Therapists and platform admins get an empty list, and so does a viewer.
 */
export async function listPeople(
  { db, actor }: Context,
  input: { search: string },
): Promise<{ items: ViewablePerson[]; total: number }> {
  const role = actor.organizationRole
  if (actor.viewing || actor.platformRole === 'admin' || role === null || role === 'therapist') {
    return { items: [], total: 0 }
  }
  return await listViewable(db, actor, { search: input.search.trim(), limit })
}
