import type { Snippet, SnippetBefore, SnippetDetails } from '#shared/contract/snippets.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { editableSnippet } from './editable-snippet.ts'
import {
  deleteSnippet as deleteRow,
  findSnippet,
  lockTrigger,
  purgeDeleted,
  restoreSnippet as restoreRow,
  updateSnippet as updateRow,
} from './store.ts'

/**
 * Changes a snippet. A repeated request changes nothing.
 * @throws snippet_missing, snippet_trigger_taken; not_allowed for a snippet that another member shared;
 * snippet_conflict if the snippet differs from `before`
 */
export async function updateSnippet(
  context: Context,
  {
    snippetId,
    before,
    ...details
  }: Pick<SnippetDetails, 'trigger' | 'body'> & { snippetId: string; before?: SnippetBefore | undefined },
): Promise<Snippet> {
  const { db, actor } = context
  const { id, ownerId, isShared } = await editableSnippet(context, snippetId)
  await lockTrigger(db, actor, { ownerId, isShared, trigger: details.trigger })
  if (await updateRow(db, id, details, before)) {
    audit(context, { action: 'snippet.changed', resourceType: 'snippet', resourceId: id })
    return (await findSnippet(db, actor, id)) ?? fail('snippet_missing')
  }
  const current = (await findSnippet(db, actor, id)) ?? fail('snippet_missing')
  if (isSame(current, details)) return current
  return fail(before && !isSame(current, before) ? 'snippet_conflict' : 'snippet_trigger_taken')
}

/** @throws snippet_missing; not_allowed for a snippet that another member shared */
export async function deleteSnippet(
  context: Context,
  { snippetId }: { snippetId: string },
): Promise<Record<string, never>> {
  const { id } = await editableSnippet(context, snippetId)
  audit(context, { action: 'snippet.deleted', resourceType: 'snippet', resourceId: id })
  await Promise.all([deleteRow(context.db, id), purgeDeleted(context.db)])
  return {}
}

/**
 * Undoes a deletion. Does nothing for a snippet that is not deleted.
 * @throws snippet_missing, also if it was deleted more than 30 days ago; not_allowed for a snippet that another member
 * shared; snippet_trigger_taken
 */
export async function restoreSnippet(context: Context, { snippetId }: { snippetId: string }): Promise<Snippet> {
  const { db, actor } = context
  const id = rowId(snippetId, 'snippet_missing')
  const deleted = await findSnippet(db, actor, id, 'deleted')
  if (!deleted) return await editableSnippet(context, snippetId)
  if (!deleted.canEdit) fail('not_allowed')
  await lockTrigger(db, actor, deleted)
  if (!(await restoreRow(db, id))) fail('snippet_trigger_taken')
  audit(context, { action: 'snippet.restored', resourceType: 'snippet', resourceId: id })
  return (await findSnippet(db, actor, id)) ?? fail('snippet_missing')
}

const isSame = (one: SnippetBefore, other: SnippetBefore) => one.trigger === other.trigger && one.body === other.body
