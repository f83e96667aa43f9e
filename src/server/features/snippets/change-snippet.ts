import type { Snippet, SnippetDetails } from '#shared/contract/snippets.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { editableSnippet } from './editable-snippet.ts'
import { deleteSnippet as deleteRow, findSnippet, lockTrigger, updateSnippet as updateRow } from './store.ts'

/** @throws snippet_missing, snippet_trigger_taken; not_allowed for a snippet that another member shared */
export async function updateSnippet(
  context: Context,
  { snippetId, ...details }: Pick<SnippetDetails, 'trigger' | 'body'> & { snippetId: string },
): Promise<Snippet> {
  const { db, actor } = context
  const { id, ownerId, isShared } = await editableSnippet(context, snippetId)
  await lockTrigger(db, (isShared ? actor.organizationId : null) ?? ownerId, details.trigger)
  if (!(await updateRow(db, id, details))) fail('snippet_trigger_taken')
  audit(context, { action: 'snippet.changed', resourceType: 'snippet', resourceId: id })
  return (await findSnippet(db, actor, id)) ?? fail('snippet_missing')
}

/** @throws snippet_missing; not_allowed for a snippet that another member shared */
export async function deleteSnippet(
  context: Context,
  { snippetId }: { snippetId: string },
): Promise<Record<string, never>> {
  const { id } = await editableSnippet(context, snippetId)
  audit(context, { action: 'snippet.deleted', resourceType: 'snippet', resourceId: id })
  await deleteRow(context.db, id)
  return {}
}
