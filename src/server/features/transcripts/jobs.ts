import type { Services } from '#server/context.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { transcribeRecording } from './transcribe-recording.ts'

/** Handlers of this feature's jobs. */
export function transcriptJobs(services: Services): Pick<JobHandlers, 'transcripts.transcribe'> {
  return { 'transcripts.transcribe': (task, run) => transcribeRecording(services, task, run) }
}
