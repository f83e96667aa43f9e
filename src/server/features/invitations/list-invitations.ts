import type { Invitation } from '#shared/contract/invitations.ts'
import type { Context } from '#server/context.ts'
import { isDemoPractice } from '#server/features/organizations/is-demo-practice.ts'
import { demoInvitations } from './demo-invitations.ts'
import { listPending } from './store.ts'

/**
 * Lists pending invitations of the caller's current organization, or none without an organization. The invitations of
 * the demo practice are invented.
 */
export async function listInvitations({ db, actor, clock }: Context): Promise<Invitation[]> {
  const { organizationId } = actor
  if (organizationId === null) return []
  return (await isDemoPractice(db, organizationId)) ? demoInvitations(clock()) : listPending(db, organizationId)
}
