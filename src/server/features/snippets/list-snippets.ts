import type { Snippet } from '#shared/contract/snippets.ts'
import type { Context } from '#server/context.ts'
import { listSnippets as listRows } from './store.ts'

/** Lists the caller's own snippets and the shared snippets of their organization, by trigger. */
export async function listSnippets({ db, actor }: Context): Promise<{ items: Snippet[] }> {
  return { items: await listRows(db, actor) }
}
