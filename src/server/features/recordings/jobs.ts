import type { Services } from '#server/context.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { cleanUploads } from './clean-uploads.ts'
import { processRecording } from './process-recording.ts'

/** Handlers of this feature's jobs. */
export function recordingJobs(services: Services): Pick<JobHandlers, 'recordings.process' | 'recordings.clean'> {
  return {
    'recordings.process': (task, run) => processRecording(services, task, run),
    'recordings.clean': () => cleanUploads(services),
  }
}
