import type { ViewablePerson } from '#shared/contract/viewing.ts'
import type { Context } from '#server/context.ts'
import { listViewable } from './store.ts'

/** The list is searched rather than read. */
const limit = 100

/**
 * The people the caller may view as: owners and admins, any member of their organization; supervisors, the therapists
 * they manage (D6). Empty for platform admins and during a viewing.
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
