import type { Services } from '#server/context.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { draftNote } from './draft-note.ts'
import { settleLost } from './settle-lost.ts'

/** Handlers of this feature's jobs, and of the one for sessions whose job was lost: it ends with their note. */
export function noteJobs(services: Services): Pick<JobHandlers, 'notes.draft' | 'sessions.lost'> {
  return {
    'notes.draft': (task, run) => draftNote(services, task, run),
    'sessions.lost': (task) => settleLost(services, task),
  }
}
