import type { JobHandlers } from '#server/jobs/queue.ts'
import { type DemoServices, prepareDemo } from './prepare-demo.ts'

export function demoJobs(services: DemoServices): Pick<JobHandlers, 'demo.prepare'> {
  return { 'demo.prepare': () => prepareDemo(services) }
}
