import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'

/** @throws resources_no_organization if the caller belongs to no organization (spec admin §8) */
export function requireOrganization({ actor }: Context): string {
  return actor.organizationId ?? fail('resources_no_organization')
}
