import type { Snippet, SnippetDetails } from '#shared/contract/snippets.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { findSnippet, insertSnippet, listSnippets, lockTrigger } from './store.ts'

/**
 * Adds a snippet. A repeated request returns the snippet of the first.
 * @throws no_organization for a shared snippet of a user without an organization; snippet_trigger_taken
 */
export async function addSnippet(context: Context, details: SnippetDetails): Promise<Snippet> {
  const { db, actor } = context
  const organizationId = details.isShared ? (actor.organizationId ?? fail('no_organization')) : null
  await lockTrigger(db, organizationId ?? actor.userId, details.trigger)
  const id = await insertSnippet(db, { actor, organizationId, details })
  if (id === undefined) {
    const same = (await listSnippets(db, actor)).find(
      ({ ownerId, trigger, body, isShared }) =>
        ownerId === actor.userId &&
        isShared === details.isShared &&
        trigger === details.trigger &&
        body === details.body,
    )
    return same ?? fail('snippet_trigger_taken')
  }
  const event = { action: 'snippet.added', resourceType: 'snippet', resourceId: id } as const
  audit(context, { ...event, details: { shared: details.isShared } })
  return (await findSnippet(db, actor, id)) ?? fail('snippet_missing')
}
