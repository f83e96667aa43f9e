import type { Services } from '#server/context.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { readOwnVoice } from './own-voice/read-own-voice.ts'
import { createTranscribeWaiting } from './transcribe-waiting.ts'

type TranscriptJob = 'transcripts.transcribe_waiting' | 'transcripts.remember_voice'

/** Handlers of this feature's jobs, except the transcription, which is a step of the session pipeline. */
export function transcriptJobs(services: Services): Pick<JobHandlers, TranscriptJob> {
  const transcribeWaiting = createTranscribeWaiting(services)
  return {
    'transcripts.transcribe_waiting': () => transcribeWaiting(),
    'transcripts.remember_voice': (task, run) => readOwnVoice(services, task, run),
  }
}
