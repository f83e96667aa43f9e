import type { Member } from '#shared/contract/members.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { requireOrganizationAdmin } from '#server/features/organizations/require-organization.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { rowId } from '#server/ids.ts'
import { listMembers, setPrelicensed as setRow } from './store.ts'

/** @throws no_organization, not_allowed, demo_fixed, member_missing, prelicensed_only_for_therapists */
export async function setPrelicensed(
  context: Context,
  { isPrelicensed, ...input }: { userId: string; isPrelicensed: boolean },
): Promise<Member[]> {
  const { db } = context
  const organizationId = requireOrganizationAdmin(context)
  const userId = rowId(input.userId, 'member_missing')
  throwIfFailure(await setRow(db, organizationId, userId, isPrelicensed))
  audit(context, {
    action: 'member.prelicensed_set',
    resourceType: 'member',
    resourceId: userId,
    details: { isPrelicensed },
  })
  return listMembers(db, organizationId)
}
