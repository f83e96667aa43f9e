import { type RawBuilder, sql } from 'kysely'
import type { Snippet, SnippetBefore, SnippetDetails } from '#shared/contract/snippets.ts'
import { isOrganizationAdmin } from '#shared/rules/roles.ts'
import { lockName } from '#server/db/lock-name.ts'
import type { Actor, Db } from '#server/db/tenant.ts'

/** A snippet with its owner. */
export interface OwnedSnippet extends Snippet {
  ownerId: string
}

/** Lists the caller's own snippets and the shared snippets of their organization, by trigger. */
export async function listSnippets(db: Db, actor: Actor): Promise<OwnedSnippet[]> {
  const rows = await visibleSnippets(db, actor).orderBy('snippets.trigger').orderBy('snippets.id').execute()
  return rows.map((row) => toSnippet(actor, row))
}

/** Finds a snippet that is not deleted, or one that was deleted within the last 30 days. */
export async function findSnippet(
  db: Db,
  actor: Actor,
  id: string,
  state: 'present' | 'deleted' = 'present',
): Promise<OwnedSnippet | undefined> {
  const row = await visibleSnippets(db, actor, state).where('snippets.id', '=', id).executeTakeFirst()
  return row && toSnippet(actor, row)
}

/**
 * Makes another change with the same trigger wait until the transaction ends, because an update of the loser would break
 * the unique index.
 */
export async function lockTrigger(
  db: Db,
  { organizationId }: Actor,
  { ownerId, isShared, trigger }: Pick<OwnedSnippet, 'ownerId' | 'isShared' | 'trigger'>,
): Promise<void> {
  const holderId = (isShared ? organizationId : null) ?? ownerId
  await lockName(db, `snippet ${holderId} ${trigger}`)
}

/** Inserts a snippet. Returns undefined if the trigger is taken. `organizationId` is null for a user's own snippet. */
export async function insertSnippet(
  db: Db,
  { actor, organizationId, details }: { actor: Actor; organizationId: string | null; details: SnippetDetails },
): Promise<string | undefined> {
  const { trigger, body } = details
  const row = await db
    .insertInto('snippets')
    .values({ owner_id: actor.userId, organization_id: organizationId, trigger, body })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/**
 * Updates a snippet. Returns false if it is deleted or differs from `before`, or if another snippet of the same owner or
 * organization has the trigger.
 */
export async function updateSnippet(
  db: Db,
  id: string,
  { trigger, body }: Pick<SnippetDetails, 'trigger' | 'body'>,
  before: SnippetBefore | undefined,
): Promise<boolean> {
  const changed = db
    .updateTable('snippets')
    .set({ trigger, body })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(before !== undefined, (query) =>
      query.where('trigger', '=', before?.trigger ?? '').where('body', '=', before?.body ?? ''),
    )
    .where(isFree(sql<string>`${trigger}`))
  return (await changed.executeTakeFirst()).numUpdatedRows > 0n
}

/** True if no other snippet of the same owner or organization has the trigger. */
const isFree = (
  trigger: RawBuilder<string>,
) => sql<boolean>`not exists (select from snippets other where other.id <> snippets.id and other.trigger = ${trigger}
    and other.deleted_at is null and other.organization_id is not distinct from snippets.organization_id
    and (other.organization_id is not null or other.owner_id = snippets.owner_id))`

/** Marks a snippet as deleted. */
export async function deleteSnippet(db: Db, id: string): Promise<void> {
  await db
    .updateTable('snippets')
    .set({ deleted_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Restores a deleted snippet. Returns false if another snippet has its trigger. */
export async function restoreSnippet(db: Db, id: string): Promise<boolean> {
  const restored = db
    .updateTable('snippets')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where(isFree(sql<string>`snippets.trigger`))
  return (await restored.executeTakeFirst()).numUpdatedRows > 0n
}

/** Purges snippets that were deleted more than 30 days ago. Policies limit this to snippets that the caller may change. */
export async function purgeDeleted(db: Db): Promise<void> {
  await db
    .deleteFrom('snippets')
    .where('deleted_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute()
}

function visibleSnippets(db: Db, { userId, organizationId }: Actor, state: 'present' | 'deleted' = 'present') {
  return db
    .selectFrom('snippets')
    .leftJoin('users', 'users.id', 'snippets.owner_id')
    .where(
      state === 'present'
        ? sql<boolean>`snippets.deleted_at is null`
        : sql<boolean>`snippets.deleted_at > now() - interval '30 days'`,
    )
    .where((row) =>
      row.or([
        row.and([row('snippets.owner_id', '=', userId), row('snippets.organization_id', 'is', null)]),
        row('snippets.organization_id', '=', organizationId),
      ]),
    )
    .select([
      'snippets.id',
      'snippets.trigger',
      'snippets.body',
      'snippets.owner_id as ownerId',
      sql<boolean>`snippets.organization_id is not null`.as('isShared'),
      sql<string | null>`nullif(trim(users.first_name || ' ' || users.last_name), '')`.as('ownerName'),
    ])
}

type Row = Pick<OwnedSnippet, 'id' | 'trigger' | 'body' | 'ownerId' | 'isShared'> & { ownerName: string | null }

function toSnippet({ userId, organizationRole }: Actor, { ownerName, ...row }: Row): OwnedSnippet {
  const isOwn = row.ownerId === userId
  return { ...row, canEdit: isOwn || isOrganizationAdmin(organizationRole), sharedBy: isOwn ? null : ownerName }
}
