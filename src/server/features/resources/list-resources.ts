import type { DeletedResource, Resource } from '#shared/contract/resources.ts'
import type { Context } from '#server/context.ts'
import { requireOrganization } from './require-organization.ts'
import { listDeleted, listResources as listRows } from './store.ts'

/** A multiple of one, two, three and four columns, so that the last row of a page is full. */
const pageSize = 48

/** @throws resources_no_organization */
export async function listResources(
  context: Context,
  { search, after }: { search: string; after?: string | undefined },
): Promise<{ items: Resource[]; hasMore: boolean }> {
  const organizationId = requireOrganization(context)
  const found = await listRows(context.db, { organizationId, search, after, limit: pageSize + 1 })
  return { items: found.slice(0, pageSize), hasMore: found.length > pageSize }
}

/** @throws resources_no_organization */
export async function listDeletedResources(context: Context): Promise<{ items: DeletedResource[] }> {
  return { items: await listDeleted(context.db, requireOrganization(context), pageSize) }
}
