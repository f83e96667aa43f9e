import type { Services } from '#server/context.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { indexDueNotes } from './index-due-notes.ts'
import { countOpenItems } from './recount-review.ts'

/** Handlers of this feature's jobs, except the draft, which is a step of the session pipeline. */
export function noteJobs(services: Services): Pick<JobHandlers, 'notes.count_items' | 'notes.index'> {
  return { 'notes.count_items': () => countOpenItems(services), 'notes.index': () => indexDueNotes(services) }
}
