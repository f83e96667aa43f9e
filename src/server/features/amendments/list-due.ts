import type { DueAmendment } from '#shared/contract/amendments.ts'
import { isInCharge } from '#shared/rules/roles.ts'
import type { Context } from '#server/context.ts'
import { listDue as listRows } from './store.ts'

/**
 * Open requests that the caller has to answer, the next due first. Owners and admins also get those of clients whose
 * therapist left the organization or was deactivated.
 */
export async function listDue({ db, actor }: Context): Promise<DueAmendment[]> {
  return await listRows(db, actor.userId, isInCharge(actor.organizationRole) ? actor.organizationId : null)
}
