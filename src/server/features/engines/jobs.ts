import type { Services } from '#server/context.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { tryEngines } from './try-engines.ts'
import { workOnEngines } from './work-on-engines.ts'

export function engineJobs(services: Services): Pick<JobHandlers, 'engines.work' | 'engines.try'> {
  return {
    'engines.work': (_, { signal }) => workOnEngines(services, signal),
    'engines.try': (_, { signal }) => tryEngines(services, signal),
  }
}
