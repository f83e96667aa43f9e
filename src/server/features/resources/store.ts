import { sql } from 'kysely'
import type { DeletedResource, Resource, ResourceBefore, ResourceDetails } from '#shared/contract/resources.ts'
import { containsText } from '#server/db/contains-text.ts'
import type { Actor, Db } from '#server/db/tenant.ts'

export interface ResourceListing {
  organizationId: string
  search: string
  after: string | undefined
  limit: number
}

/** Lists links, newest first. Ids are ordered by time. */
export async function listResources(db: Db, listing: ResourceListing): Promise<Resource[]> {
  const { organizationId, search, after, limit } = listing
  const rows = await resources(db)
    .where('resources.organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .$if(after !== undefined, (query) => query.where('resources.id', '<', after ?? ''))
    .$if(search.trim() !== '', (query) => query.where(contains(search)))
    .orderBy('resources.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toResource)
}

/** Lists deleted links, most recently deleted first. */
export async function listDeleted(db: Db, organizationId: string, limit: number): Promise<DeletedResource[]> {
  const rows = await resources(db)
    .select(sql<Date>`resources.deleted_at`.as('deletedAt'))
    .where('resources.organization_id', '=', organizationId)
    .where('deleted_at', '>', sql<Date>`now() - interval '30 days'`)
    .orderBy('deleted_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...toResource(row), deletedAt: row.deletedAt.toISOString() }))
}

/** Finds a link that is not deleted. */
export async function findResource(db: Db, id: string): Promise<Resource | undefined> {
  const row = await resources(db).where('resources.id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
  return row && toResource(row)
}

/** Finds the id of the link that a request of a user has added. The link may be deleted. */
export async function findResourceByRequest(db: Db, userId: string, requestId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('resources')
    .where('created_by', '=', userId)
    .where('request_id', '=', requestId)
    .select('id')
    .executeTakeFirst()
  return row?.id
}

export async function insertResource(
  db: Db,
  {
    actor,
    organizationId,
    details,
    requestId,
  }: { actor: Actor; organizationId: string; details: ResourceDetails; requestId: string | undefined },
): Promise<string> {
  const { id } = await db
    .insertInto('resources')
    .values({ ...details, organization_id: organizationId, created_by: actor.userId, request_id: requestId ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes a link. Returns false if the link is missing or deleted, or differs from `before`. */
export async function changeResource(
  db: Db,
  id: string,
  { title, url, description }: ResourceDetails,
  before: ResourceBefore | undefined,
): Promise<boolean> {
  const changed = db
    .updateTable('resources')
    .set({ title, url, description })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(before !== undefined, (query) =>
      query
        .where('title', '=', before?.title ?? '')
        .where('url', '=', before?.url ?? '')
        .where('description', 'is not distinct from', before?.description ?? null),
    )
  return (await changed.executeTakeFirst()).numUpdatedRows > 0n
}

/**
 * Marks a link as deleted or restores it. Returns false if the link does not exist, is already in that state, or was
 * deleted more than 30 days ago.
 */
export async function markDeleted(db: Db, id: string, isDeleted: boolean): Promise<boolean> {
  const marked = db.updateTable('resources').where('id', '=', id)
  const result = await (
    isDeleted
      ? marked.set({ deleted_at: sql`now()` }).where('deleted_at', 'is', null)
      : marked.set({ deleted_at: null }).where('deleted_at', '>', sql<Date>`now() - interval '30 days'`)
  ).executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Purges links that were deleted more than 30 days ago. Policies prevent purging other links. */
export async function purgeDeleted(db: Db, organizationId: string): Promise<void> {
  await db
    .deleteFrom('resources')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute()
}

function resources(db: Db) {
  return db
    .selectFrom('resources')
    .leftJoin('users', 'users.id', 'resources.created_by')
    .select([
      'resources.id',
      'resources.title',
      'resources.url',
      'resources.description',
      'resources.created_at as createdAt',
      sql<string | null>`nullif(trim(users.first_name || ' ' || users.last_name), '')`.as('addedBy'),
    ])
}

const contains = (search: string) =>
  containsText(sql<string>`concat_ws(chr(10), resources.title, resources.url, resources.description)`, search.trim())

function toResource({
  id,
  title,
  url,
  description,
  createdAt,
  addedBy,
}: Omit<Resource, 'createdAt'> & { createdAt: Date }): Resource {
  return { id, title, url, description, createdAt: createdAt.toISOString(), addedBy }
}
