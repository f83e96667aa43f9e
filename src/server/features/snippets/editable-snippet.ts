import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { findSnippet, type OwnedSnippet } from './store.ts'

/**
 * Returns a snippet that the caller may change: a snippet that they added, or as owner or admin any shared snippet of
 * the organization.
 * @throws snippet_missing; not_allowed for other members
 */
export async function editableSnippet(context: Context, snippetId: string): Promise<OwnedSnippet> {
  const found = await findSnippet(context.db, context.actor, rowId(snippetId, 'snippet_missing'))
  const snippet = found ?? fail('snippet_missing')
  return snippet.canEdit ? snippet : fail('not_allowed')
}
