import type { Services } from '#server/context.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { mailSuggestion } from './mail-suggestion.ts'

export function feedbackJobs(services: Services): Pick<JobHandlers, 'feedback.mail'> {
  return { 'feedback.mail': (task) => mailSuggestion(services, task) }
}
