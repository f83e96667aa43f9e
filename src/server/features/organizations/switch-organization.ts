import type { Membership } from '#shared/contract/organizations.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { rowId } from '#server/ids.ts'
import { throwIfFailure } from './throw-if-failure.ts'
import { listMemberships, switchOrganization as switchRow } from './store.ts'

/** Lists the organizations of which the caller is a member, except those that are closed to this sign-in. */
export function listOwnOrganizations({ db, actor }: Context): Promise<Membership[]> {
  return listMemberships(db, actor.userId, actor.organizationId)
}

/**
 * Makes the caller act in another of their organizations from the next request on.
 * @throws organization_unknown
 */
export async function switchOrganization(context: Context, input: { organizationId: string }): Promise<Membership[]> {
  const { db, actor } = context
  const organizationId = rowId(input.organizationId, 'organization_unknown')
  throwIfFailure(await switchRow(db, organizationId))
  audit(context, {
    action: 'organization.entered',
    resourceType: 'organization',
    resourceId: organizationId,
    organizationId,
  })
  return listMemberships(db, actor.userId, organizationId)
}
