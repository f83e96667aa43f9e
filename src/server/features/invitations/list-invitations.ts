import type { Invitation } from '#shared/contract/invitations.ts'
import type { Context } from '#server/context.ts'
import { listOpen } from './store.ts'

/** Invitations to the organization the caller acts in; for whoever is in none, nothing. */
export function listInvitations({ db, actor }: Context): Promise<Invitation[]> {
  return actor.organizationId === null ? Promise.resolve([]) : listOpen(db, actor.organizationId)
}
