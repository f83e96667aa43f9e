import type { Snippet, SnippetDetails } from '#shared/contract/snippets.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { findSnippet, insertSnippet, listSnippets, lockTrigger } from './store.ts'

/** Maximum number of snippets of one user, and of those that an organization shares. */
const limit = 500

/**
 * Adds a snippet. A repeated request returns the snippet of the first.
 * @throws no_organization for a shared snippet of a user without an organization; snippet_trigger_taken,
 * snippets_too_many
 */
export async function addSnippet(context: Context, details: SnippetDetails): Promise<Snippet> {
  const { db, actor } = context
  const organizationId = details.isShared ? (actor.organizationId ?? fail('no_organization')) : null
  await lockTrigger(db, actor, { ...details, ownerId: actor.userId })
  const id = await insertSnippet(db, { actor, organizationId, details })
  const all = await listSnippets(db, actor)
  if (id === undefined) {
    const same = all.find(
      ({ ownerId, trigger, body, isShared }) =>
        ownerId === actor.userId &&
        isShared === details.isShared &&
        trigger === details.trigger &&
        body === details.body,
    )
    return same ?? fail('snippet_trigger_taken')
  }
  if (all.filter(({ isShared }) => isShared === details.isShared).length > limit) fail('snippets_too_many', { limit })
  const event = { action: 'snippet.added', resourceType: 'snippet', resourceId: id } as const
  audit(context, { ...event, details: { shared: details.isShared } })
  return (await findSnippet(db, actor, id)) ?? fail('snippet_missing')
}
