import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'

/** @throws resources_no_organization for somebody who is in none (spec admin §8) */
export function ownOrganization({ actor }: Context): string {
  return actor.organizationId ?? fail('resources_no_organization')
}
