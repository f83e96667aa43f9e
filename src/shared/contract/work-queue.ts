import * as z from 'zod'
import { DueAmendment } from './amendments.ts'
import { endpoint } from './endpoint.ts'
import { SessionId } from './ids.ts'
import { ReviewFigures } from './review.ts'

/** Notes of one kind. */
export const QueuePart = z.object({
  count: z.int(),
  /** The time since which the oldest note waits. Null without notes. */
  oldestAt: z.iso.datetime({ offset: true }).nullable(),
  oldestSessionId: SessionId.nullable(),
})
export type QueuePart = z.infer<typeof QueuePart>

/** Numbers of unfinished notes and open amendment requests, without clients. */
const Counts = z.object({
  toReview: z.int(),
  toSign: z.int(),
  returned: z.int(),
  awaitingCosign: z.int(),
  amendments: z.int(),
})

/** The caller's unfinished notes and open amendment requests, and the numbers of other users'. No client is named. */
export const WorkQueue = z.object({
  toReview: QueuePart,
  toSign: QueuePart,
  returned: QueuePart,
  toCosign: QueuePart,
  /** Open requests of clients to amend notes, the next due first. */
  amendments: z.array(DueAmendment),
  /** For supervisors: the therapists they supervise who have unfinished notes, by last name. */
  associates: z.array(Counts.extend({ name: z.string() })),
  /** For owner and admins: the notes of the organization that someone can sign. Null for others. */
  organization: Counts.extend({
    /**
     * Averages of the therapists' medians over the 90 days before this week, for the owner. Each figure is null with
     * fewer than five people. Null for admins.
     */
    figures: ReviewFigures.nullable(),
  }).nullable(),
  /** Medians of the notes that the caller signed in the last 90 days. Null without any. */
  figures: ReviewFigures.nullable(),
})
export type WorkQueue = z.infer<typeof WorkQueue>

export const workQueue = {
  get: endpoint({
    method: 'GET',
    path: '/work-queue',
    summary: "The caller's unfinished notes, by what they need",
  }).output(WorkQueue),
}
