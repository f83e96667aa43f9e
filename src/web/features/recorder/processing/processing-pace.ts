import type { SessionProgress } from '#shared/contract/sessions.ts'

/** The nine messages of the processing dialog, one for each stage. */
export const processingMessages = [
  'Saving the recording',
  'Assembling the recording',
  'Checking the audio',
  'Listening for speech',
  'Transcribing audio',
  'Identifying speakers',
  'Drafting the note',
  'Checking every sentence against the transcript',
  'The note is ready',
] as const

export const lastStep = processingMessages.length - 1

/** Minimum duration of each step, in milliseconds (spec core §4). */
const delays = [1000, 1500, 2000, 2500, 2000, 2500, 2000, 1500]

type Progress = Pick<SessionProgress, 'stage' | 'percent' | 'errorCode'>

/** Overall percentages at which transcription begins and ends (spec core §9). */
const transcription = { begins: 20, ends: 60 }

/** Returns the step that the job has reached. */
function reach({ stage, percent }: Progress): number {
  switch (stage) {
    case 'preparing':
      return processingMessages.indexOf('Assembling the recording')
    case 'transcribing':
      if (percent <= transcription.begins) return processingMessages.indexOf('Listening for speech')
      return processingMessages.indexOf(percent < transcription.ends ? 'Transcribing audio' : 'Identifying speakers')
    case 'processing':
      return processingMessages.indexOf('Drafting the note')
    case 'complete':
      return lastStep
    default:
      return 0
  }
}

/**
 * Returns the step to show after this many milliseconds: at the specified pace, never ahead of the job, and never
 * before `shown`, the last shown step. A failure is shown immediately.
 */
export function stepAt(elapsedMs: number, progress: Progress | null, shown = 0): number {
  if (progress === null) return shown
  if (progress.stage === 'failed') return Math.max(shown, failedAt(progress.errorCode ?? ''))
  let begins = 0
  const passed = delays.filter((delay) => (begins += delay) <= elapsedMs).length
  return Math.max(shown, Math.min(passed, reach(progress)))
}

function failedAt(errorCode: string): number {
  if (/^(note|too_little_speech|transcript_too_short)/.test(errorCode))
    return processingMessages.indexOf('Drafting the note')
  return /^(transcription|speech)/.test(errorCode) ? processingMessages.indexOf('Transcribing audio') : 0
}

/** Returns the milliseconds after which a step may be shown. */
export function beginsAt(step: number): number {
  return delays.slice(0, step).reduce((sum, delay) => sum + delay, 0)
}
