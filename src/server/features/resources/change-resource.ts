import type { Resource, ResourceDetails } from '#shared/contract/resources.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { changeResource, eraseLongDeleted, findResource, markDeleted } from './store.ts'

// Every member of the organization manages all of its links (spec admin §6), so none is asked for a role.

/** @throws resource_missing when there is none, or none of the caller's organization */
export async function updateResource(
  context: Context,
  { resourceId, ...details }: { resourceId: string } & ResourceDetails,
): Promise<Resource> {
  const id = rowId(resourceId, 'resource_missing')
  const [, resource] = await Promise.all([
    changeResource(context.db, id, details),
    findResource(context.db, id),
    audit(context, { action: 'resource.changed', resourceType: 'resource', resourceId: id }),
  ])
  return resource ?? fail('resource_missing')
}

/**
 * Takes a link out of the library for 30 days, and then for good. Answers what it was.
 * @throws resource_missing when there is none, or none of the caller's organization
 */
export async function deleteResource(context: Context, { resourceId }: { resourceId: string }): Promise<Resource> {
  const { db, actor } = context
  const id = rowId(resourceId, 'resource_missing')
  const [resource, isDeleted] = await Promise.all([
    findResource(db, id),
    markDeleted(db, id, true),
    audit(context, { action: 'resource.deleted', resourceType: 'resource', resourceId: id }),
    actor.organizationId === null ? undefined : eraseLongDeleted(db, actor.organizationId),
  ])
  return resource && isDeleted ? resource : fail('resource_missing')
}

/**
 * Takes a deletion back. Of one that is not deleted, nothing changes.
 * @throws resource_missing when there is none, or it was deleted more than 30 days ago
 */
export async function restoreResource(context: Context, { resourceId }: { resourceId: string }): Promise<Resource> {
  const id = rowId(resourceId, 'resource_missing')
  const [, resource] = await Promise.all([
    markDeleted(context.db, id, false),
    findResource(context.db, id),
    audit(context, { action: 'resource.restored', resourceType: 'resource', resourceId: id }),
  ])
  return resource ?? fail('resource_missing')
}
