import type { DueAmendment } from '#shared/contract/amendments.ts'
import { isOrganizationAdmin } from '#shared/rules/roles.ts'
import type { Context } from '#server/context.ts'
import { listDue as listRows } from './store.ts'

/**
 * Lists open requests that the caller has to answer, earliest due date first. Owners and admins also get the requests
 * of clients whose therapist left the organization or was deactivated.
 */
export async function listDue({ db, actor }: Context): Promise<DueAmendment[]> {
  return await listRows(db, actor.userId, isOrganizationAdmin(actor.organizationRole) ? actor.organizationId : null)
}
