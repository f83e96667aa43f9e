import { isInCharge } from '#shared/rules/roles.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'

/** @throws no_organization */
export function ownOrganization({ actor }: Pick<Context, 'actor'>): string {
  return actor.organizationId ?? fail('no_organization')
}

/**
 * The caller's organization, when they have charge of it. The database asks again.
 * @throws no_organization, not_allowed for whoever is neither owner nor admin
 */
export function organizationInCharge(context: Pick<Context, 'actor'>): string {
  const organizationId = ownOrganization(context)
  return isInCharge(context.actor.organizationRole) ? organizationId : fail('not_allowed')
}
