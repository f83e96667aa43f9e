import type { SessionProgress } from '#shared/contract/sessions.ts'

/** The nine messages of the processing dialog, each true of the stage that it stands for. */
export const processingMessages = [
  'Saving the recording',
  'Putting its parts together',
  'Checking that it can be played',
  'Listening for speech',
  'Transcribing audio',
  'Telling the speakers apart',
  'Drafting the note',
  'Checking every sentence against the transcript',
  'The note is ready',
] as const

export const lastStep = processingMessages.length - 1

/** How long each step stands at least, in milliseconds (core specification, section 4). */
const delays = [1000, 1500, 2000, 2500, 2000, 2500, 2000, 1500]

/** The last step that is true while the job is at a stage. A failed job says itself how far it came. */
const reach: Readonly<Record<SessionProgress['stage'], number>> = {
  queued: 0,
  preparing: 2,
  transcribing: 5,
  processing: 7,
  complete: lastStep,
  failed: 0,
}

/**
 * The step to show after so many milliseconds of processing: as fast as specified, never ahead of the job, and never back
 * (`shown` is the step that was shown last).
 */
export function stepAt(elapsedMs: number, stage: SessionProgress['stage'] | null, shown = 0): number {
  let begins = 0
  const passed = delays.filter((delay) => (begins += delay) <= elapsedMs).length
  return Math.max(shown, Math.min(passed, stage === null ? 0 : reach[stage]))
}

/** Milliseconds of processing after which a step may be shown. */
export function beginsAt(step: number): number {
  return delays.slice(0, step).reduce((sum, delay) => sum + delay, 0)
}
