import type { Services } from '#server/context.ts'
import { asUser } from '#server/use-case/as-user.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { cleanUploads } from './clean-uploads.ts'
import { processRecording } from './process-recording.ts'
import { resumeSession } from './resume-session.ts'
import { tellOfStorage } from './storage.ts'

/** Handlers of this feature's jobs. */
export function recordingJobs(
  services: Services,
): Pick<JobHandlers, 'recordings.process' | 'recordings.storage' | 'recordings.clean' | 'sessions.run_again'> {
  return {
    'recordings.process': (task, run) => processRecording(services, task, run),
    'recordings.storage': ({ organizationId }) => tellOfStorage(services, organizationId),
    'recordings.clean': () => cleanUploads(services),
    'sessions.run_again': (task) => asUser(services, task.userId, (context) => resumeSession(context, task.sessionId)),
  }
}
