import type { AdminOrganizationDetails } from '#shared/contract/admin-organizations.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { rowId } from '#server/ids.ts'
import { getOrganization } from './get-organization.ts'
import { organizationOfMember } from './organizations-store.ts'

/**
 * Changes a membership and returns the organization after the change. `change` returns null or an error code.
 * @throws member_missing, and the failure of the change
 */
export async function changeMember(
  context: Context,
  memberId: string,
  change: (id: string) => Promise<string | null>,
): Promise<AdminOrganizationDetails> {
  const id = rowId(memberId, 'member_missing')
  const organizationId = (await organizationOfMember(context.db, id)) ?? fail('member_missing')
  throwIfFailure(await change(id))
  return await getOrganization(context, { organizationId })
}
