import type { Services } from '#server/context.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { verifyNightly } from './verify-nightly.ts'

/** @param ownerUrl connects as app_owner, the only role that can read the whole trail */
export function auditJobs(services: Services, ownerUrl: string): Pick<JobHandlers, 'audit.verify'> {
  return { 'audit.verify': () => verifyNightly(services, ownerUrl) }
}
