import type { Services } from '#server/context.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { mailNotice } from './mail-notice.ts'

export function noticeJobs(services: Services): Pick<JobHandlers, 'notices.mail'> {
  return { 'notices.mail': (task) => mailNotice(services, task) }
}
