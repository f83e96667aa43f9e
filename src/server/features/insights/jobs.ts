import type { Services } from '#server/context.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { findInsightsOf } from './find-insights.ts'

export function insightJobs(services: Services): Pick<JobHandlers, 'insights.analyze'> {
  return { 'insights.analyze': (task, run) => findInsightsOf(services, task, run) }
}
