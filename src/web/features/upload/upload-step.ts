import type { SessionProgress } from '#shared/contract/sessions.ts'

/** Share of the progress bar for the upload, in percent: the first specified milestone. */
const sendingShare = 20

export type Step = { message: string; percent: number }

/** The progress while uploading; `sent` is 0 to 1. */
export function sendingStep(sent: number): Step {
  return { message: 'Uploading…', percent: Math.round(sent * sendingShare) }
}

/** The progress while processing (spec core §4): the job's percent, never below the upload's. */
export function processingStep(progress: SessionProgress | null): Step {
  if (progress?.stage === 'complete') return { message: 'Complete!', percent: 100 }
  const percent = Math.round(Math.max(sendingShare, progress?.percent ?? 0))
  return { message: progress?.stage === 'processing' ? 'Processing session...' : 'Transcribing audio...', percent }
}

/** Screen reader text: every 20 percent. */
export function spokenStep({ message, percent }: Step): string {
  return `${message} ${Math.floor(percent / 20) * 20} percent`
}
