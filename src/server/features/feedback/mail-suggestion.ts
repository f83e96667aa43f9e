import type { Services } from '#server/context.ts'
import { asActiveUser } from '#server/use-case/as-user.ts'
import type { Payload } from '#server/jobs/catalog.ts'
import { findSuggestion, markMailed, type Suggestion } from './store.ts'

/**
 * Mails a suggestion to the operator once, unless its sender's account was deactivated. Rejects if the mail server
 * rejects the mail, so that the job retries.
 */
export async function mailSuggestion(services: Services, task: Payload<'feedback.mail'>): Promise<void> {
  const { config, mail, clock } = services
  const suggestion = await asActiveUser(services, task.userId, ({ db }) => findSuggestion(db, task.suggestionId))
  if (!suggestion || suggestion.mailedAt || !config.OPERATOR_EMAIL) return
  await mail.send({ to: config.OPERATOR_EMAIL, subject: 'A feature suggestion for Attend', text: textOf(suggestion) })
  await asActiveUser(services, task.userId, ({ db }) => markMailed(db, task.suggestionId, clock()))
}

function textOf({ content, createdAt, sender }: Suggestion): string {
  const at = createdAt.toISOString().slice(0, 16).replace('T', ' ')
  const from = [sender.name, sender.organization].filter(Boolean).join(', ')
  return `${content}\n\n${from} <${sender.email}>\n${at} UTC\n`
}
