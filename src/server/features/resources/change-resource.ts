import type { Resource, ResourceBefore, ResourceDetails } from '#shared/contract/resources.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { changeResource, purgeDeleted, findResource, markDeleted } from './store.ts'

// Every member may manage all links of the organization (spec admin §6), so these functions require no role.

/**
 * Changes a link. A repeated request changes nothing.
 * @throws resource_missing if the link is missing or deleted, or belongs to another organization; resource_conflict if
 * the link differs from `before`
 */
export async function updateResource(
  context: Context,
  { resourceId, before, ...details }: { resourceId: string; before?: ResourceBefore | undefined } & ResourceDetails,
): Promise<Resource> {
  const id = rowId(resourceId, 'resource_missing')
  const [isChanged, found] = await Promise.all([
    changeResource(context.db, id, details, before),
    findResource(context.db, id),
  ])
  const resource = found ?? fail('resource_missing')
  if (isChanged) audit(context, { action: 'resource.changed', resourceType: 'resource', resourceId: id })
  return isChanged || isSame(resource, details) ? resource : fail('resource_conflict')
}

const isSame = (one: ResourceBefore, other: ResourceBefore) =>
  one.title === other.title && one.url === other.url && one.description === other.description

/**
 * Marks a link as deleted, and returns the link. Also purges the organization's links that were deleted more than 30
 * days ago.
 * @throws resource_missing if the link is missing or deleted, or belongs to another organization
 */
export async function deleteResource(context: Context, { resourceId }: { resourceId: string }): Promise<Resource> {
  const { db, actor } = context
  const id = rowId(resourceId, 'resource_missing')
  audit(context, { action: 'resource.deleted', resourceType: 'resource', resourceId: id })
  const [resource, isDeleted] = await Promise.all([
    findResource(db, id),
    markDeleted(db, id, true),
    actor.organizationId === null ? undefined : purgeDeleted(db, actor.organizationId),
  ])
  return resource && isDeleted ? resource : fail('resource_missing')
}

/**
 * Undoes a deletion. Does nothing for a link that is not deleted.
 * @throws resource_missing if the link is missing or in another organization, or was deleted more than 30 days ago
 */
export async function restoreResource(context: Context, { resourceId }: { resourceId: string }): Promise<Resource> {
  const id = rowId(resourceId, 'resource_missing')
  const [isRestored, resource] = await Promise.all([markDeleted(context.db, id, false), findResource(context.db, id)])
  if (isRestored) audit(context, { action: 'resource.restored', resourceType: 'resource', resourceId: id })
  return resource ?? fail('resource_missing')
}
