import type { Context } from '#server/context.ts'
import { storableText } from '#server/db/storable.ts'
import { fail, tooMany } from '#server/fail.ts'
import { countSuggestions, insertSuggestion } from './store.ts'

/** Limit of suggestions: more than a user can type in a minute. */
const maxPerMinute = 5

/**
 * Stores a suggestion, and mails it to the operator if an address is configured.
 * @throws input_invalid if the text is empty, too_many_requests
 */
export async function suggestFeature(context: Context, input: { content: string }): Promise<{ id: string }> {
  const { db, actor, config, jobs, clock } = context
  const content = storableText(input.content).trim()
  if (content === '') fail('input_invalid')
  const aMinuteAgo = new Date(clock().getTime() - 60_000)
  if ((await countSuggestions(db, actor.userId, aMinuteAgo)) >= maxPerMinute) throw tooMany(60)
  const id = await insertSuggestion(db, actor, content)
  if (config.OPERATOR_EMAIL) await jobs.enqueue(db, 'feedback.mail', { suggestionId: id, userId: actor.userId })
  return { id }
}
