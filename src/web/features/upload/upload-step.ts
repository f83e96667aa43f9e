import type { SessionProgress } from '#shared/contract/sessions.ts'

/** Share of the whole way that sending the file takes, in percent: the first specified milestone. */
const sendingShare = 20

export type Step = { message: string; percent: number }

/** What the progress bar says while the file is sent; `sent` is 0 to 1. */
export function sendingStep(sent: number): Step {
  return { message: 'Uploading…', percent: Math.round(sent * sendingShare) }
}

/** What it says of a session's processing (spec core §4): real percent, never behind what was sent. */
export function processingStep(progress: SessionProgress | null): Step {
  if (progress?.stage === 'complete') return { message: 'Complete!', percent: 100 }
  const percent = Math.round(Math.max(sendingShare, progress?.percent ?? 0))
  return { message: progress?.stage === 'processing' ? 'Processing session...' : 'Transcribing audio...', percent }
}

/** What a screen reader hears of it: every fifth of the way, not every percent. */
export function spokenStep({ message, percent }: Step): string {
  return `${message} ${Math.floor(percent / 20) * 20} percent`
}
