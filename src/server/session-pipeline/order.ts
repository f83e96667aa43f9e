interface StepOrder {
  job: 'recordings.process' | 'transcripts.transcribe' | 'notes.draft' | 'insights.analyze'
  next: 'transcribe' | 'draft' | 'analyze' | null
  /** The progress that the user sees when this step is enqueued: `percent` of the way from upload to note. */
  progress: { stage: 'transcribing' | 'processing'; percent: number } | null
}

/**
 * The steps from a recording to its note and insights. The first step reports its own progress; the last one runs after
 * the note is complete.
 */
export const steps = {
  process: { job: 'recordings.process', next: 'transcribe', progress: null },
  transcribe: { job: 'transcripts.transcribe', next: 'draft', progress: { stage: 'transcribing', percent: 20 } },
  draft: { job: 'notes.draft', next: 'analyze', progress: { stage: 'processing', percent: 60 } },
  analyze: { job: 'insights.analyze', next: null, progress: null },
} as const satisfies Record<string, StepOrder>

export type StepName = keyof typeof steps

/** Jobs that a session's note waits for. Each is enqueued in the transaction that ends the previous job. */
export const jobsBeforeNote = ['sessions.run_again', steps.process.job, steps.transcribe.job, steps.draft.job] as const
