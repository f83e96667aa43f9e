import type { Services } from '#server/context.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { cleanUploads } from './clean-uploads.ts'
import { eraseOriginal } from './erase-original.ts'
import { notifyStorage } from './storage.ts'

/** Handlers of this feature's jobs, except the processing of a recording, which is a step of the session pipeline. */
export function recordingJobs(
  services: Services,
): Pick<JobHandlers, 'recordings.erase_original' | 'recordings.storage' | 'recordings.clean'> {
  return {
    'recordings.erase_original': (task) => eraseOriginal(services, task),
    'recordings.storage': ({ organizationId }) => notifyStorage(services, organizationId),
    'recordings.clean': () => cleanUploads(services),
  }
}
