import type { Snippet, SnippetDetails } from '#shared/contract/snippets.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { findSnippet, insertSnippet, lockTrigger } from './store.ts'

/** @throws no_organization for a shared snippet of a user without an organization; snippet_trigger_taken */
export async function addSnippet(context: Context, details: SnippetDetails): Promise<Snippet> {
  const { db, actor } = context
  const organizationId = details.isShared ? (actor.organizationId ?? fail('no_organization')) : null
  await lockTrigger(db, organizationId ?? actor.userId, details.trigger)
  const id = (await insertSnippet(db, { actor, organizationId, details })) ?? fail('snippet_trigger_taken')
  const event = { action: 'snippet.added', resourceType: 'snippet', resourceId: id } as const
  audit(context, { ...event, details: { shared: details.isShared } })
  return (await findSnippet(db, actor, id)) ?? fail('snippet_missing')
}
