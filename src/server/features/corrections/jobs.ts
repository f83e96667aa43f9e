import type { Services } from '#server/context.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { eraseFiles } from './erase-files.ts'

export function correctionJobs(services: Services): Pick<JobHandlers, 'corrections.erase'> {
  return { 'corrections.erase': (task) => eraseFiles(services, task) }
}
