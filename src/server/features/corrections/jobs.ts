import type { Services } from '#server/context.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { eraseFiles, eraseOverdue } from './erase-files.ts'

export function correctionJobs(
  services: Services,
): Pick<JobHandlers, 'corrections.erase' | 'corrections.erase_overdue'> {
  return {
    'corrections.erase': (task) => eraseFiles(services, task),
    'corrections.erase_overdue': () => eraseOverdue(services),
  }
}
