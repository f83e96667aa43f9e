import type { WorkQueue } from '#shared/contract/work-queue.ts'

const none = { count: 0, oldestAt: null, oldestSessionId: null }

/** The work queue of a user without unfinished notes. */
export const emptyWorkQueue: WorkQueue = {
  toReview: none,
  toSign: none,
  returned: none,
  toCosign: none,
  amendments: [],
  associates: [],
  organization: null,
  figures: null,
}
