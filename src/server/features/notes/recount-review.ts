import type { Context, Services } from '#server/context.ts'
import { asUser } from '#server/use-case/as-user.ts'
import { listUncounted, lockNote, updateNote, updateReviewCount } from './store.ts'

/** Counts the open review items of a note again after its transcript was deleted. */
export async function recountReview({ db }: Context, sessionId: string): Promise<void> {
  const note = await lockNote(db, sessionId)
  if (note) await updateNote(db, note)
}

/** Counts the open review items of notes, in all organizations, that were saved before the items were counted. */
export async function countReviews(services: Services): Promise<void> {
  let before = ''
  for (;;) {
    const uncounted = await services.tenant.asAnonymous(listUncounted)
    const first = uncounted[0]?.sessionId ?? ''
    // If the batch is the same again, its notes cannot be counted, e.g. because access ended in the meantime.
    if (first === before) return
    before = first
    for (const { sessionId, therapistId } of uncounted) {
      await asUser(services, therapistId, async ({ db }) => {
        const note = await lockNote(db, sessionId)
        if (note) await updateReviewCount(db, note)
      })
    }
  }
}
