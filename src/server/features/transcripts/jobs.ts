import type { Services } from '#server/context.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { createWaitingQueue } from './transcribe-waiting.ts'

/** Handlers of this feature's jobs, except the transcription, which is a step of the session pipeline. */
export function transcriptJobs(services: Services): Pick<JobHandlers, 'transcripts.transcribe_waiting'> {
  const transcribeWaiting = createWaitingQueue(services)
  return { 'transcripts.transcribe_waiting': () => transcribeWaiting() }
}
