import { isOrganizationAdmin } from '#shared/rules/roles.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'

/** @throws no_organization */
export function requireOrganization({ actor }: Pick<Context, 'actor'>): string {
  return actor.organizationId ?? fail('no_organization')
}

/**
 * Returns the caller's organization if the caller is its owner or an admin. The database checks the role, too.
 * @throws no_organization, not_allowed
 */
export function requireOrganizationAdmin(context: Pick<Context, 'actor'>): string {
  const organizationId = requireOrganization(context)
  return isOrganizationAdmin(context.actor.organizationRole) ? organizationId : fail('not_allowed')
}
