import type { Resource, ResourceDetails } from '#shared/contract/resources.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { lockRequest } from '#server/db/lock-request.ts'
import { fail } from '#server/fail.ts'
import { requireOrganization } from './require-organization.ts'
import { findResource, findResourceByRequest, insertResource } from './store.ts'

/**
 * Shares a link with the caller's organization. The server never fetches the URL. A repeated request returns the link
 * of the first.
 * @throws resources_no_organization; resource_missing if the link of the first request was deleted
 */
export async function addResource(
  context: Context,
  { requestId, ...details }: ResourceDetails & { requestId?: string | undefined },
): Promise<Resource> {
  const { db, actor } = context
  const organizationId = requireOrganization(context)
  if (requestId !== undefined) {
    await lockRequest(db, actor.userId, requestId)
    const added = await findResourceByRequest(db, actor.userId, requestId)
    if (added !== undefined) return (await findResource(db, added)) ?? fail('resource_missing')
  }
  const resourceId = await insertResource(db, { actor, organizationId, details, requestId })
  audit(context, { action: 'resource.added', resourceType: 'resource', resourceId })
  return (await findResource(db, resourceId)) ?? fail('resource_missing')
}
