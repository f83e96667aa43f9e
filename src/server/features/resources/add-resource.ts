import type { Resource, ResourceDetails } from '#shared/contract/resources.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { requireOrganization } from './require-organization.ts'
import { findResource, insertResource } from './store.ts'

/**
 * Shares a link with the caller's organization. The server never fetches the URL.
 * @throws resources_no_organization
 */
export async function addResource(context: Context, details: ResourceDetails): Promise<Resource> {
  const { db, actor } = context
  const resourceId = await insertResource(db, { actor, organizationId: requireOrganization(context), details })
  audit(context, { action: 'resource.added', resourceType: 'resource', resourceId })
  return (await findResource(db, resourceId)) ?? fail('resource_missing')
}
