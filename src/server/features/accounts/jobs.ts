import type { Services } from '#server/context.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { mailReset } from './mail-reset.ts'

export function accountJobs(services: Services): Pick<JobHandlers, 'accounts.reset_mail'> {
  return { 'accounts.reset_mail': (task) => mailReset(services, task) }
}
