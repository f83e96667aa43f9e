import type { Services } from '#server/context.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { draftNote } from './draft-note.ts'

/** Handlers of this feature's jobs. */
export function noteJobs(services: Services): Pick<JobHandlers, 'notes.draft'> {
  return { 'notes.draft': (task, run) => draftNote(services, task, run) }
}
