import type { SessionProgress } from '#shared/contract/sessions.ts'

/** Share of the progress bar that the upload takes, in percent: the first specified milestone. */
const sendingShare = 20

export type Step = { message: string; percent: number }

/** Returns the progress during the upload. `sent` is between 0 and 1. */
export function sendingStep(sent: number): Step {
  return { message: 'Uploading…', percent: Math.round(sent * sendingShare) }
}

/**
 * Returns the progress during processing (spec core §4): the percentage of the job, but never less than the upload's
 * share.
 */
export function processingStep(progress: SessionProgress | null): Step {
  if (progress?.stage === 'complete') return { message: 'Complete!', percent: 100 }
  const percent = Math.round(Math.max(sendingShare, progress?.percent ?? 0))
  return { message: progress?.stage === 'processing' ? 'Processing session...' : 'Transcribing audio...', percent }
}

/** Returns the announcement for screen readers, which changes every 20 percent. */
export function announcementOf({ message, percent }: Step): string {
  return `${message} ${Math.floor(percent / 20) * 20} percent`
}
