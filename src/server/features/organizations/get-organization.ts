import type { Organization } from '#shared/contract/organizations.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { requireOrganization } from './require-organization.ts'
import { findOrganization } from './store.ts'

/** @throws no_organization */
export async function getOrganization(context: Context): Promise<Organization> {
  const { db, actor } = context
  return (await findOrganization(db, requireOrganization(context), actor)) ?? fail('no_organization')
}
