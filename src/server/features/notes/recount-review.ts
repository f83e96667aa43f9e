import type { Context, Services } from '#server/context.ts'
import { asUser } from '#server/use-case/as-user.ts'
import { listUncounted, lockNote, updateNote, updateReviewCount } from './store.ts'

/** Counts the open review items of a note again after its transcript was deleted. */
export async function recountReview({ db }: Context, sessionId: string): Promise<void> {
  const note = await lockNote(db, sessionId)
  if (note) await updateNote(db, note)
}

/** Counts the open review items of notes, in all organizations, that an earlier version of Attend did not count. */
export async function countOpenItems(services: Services): Promise<void> {
  let previousFirst = ''
  for (;;) {
    const uncounted = await services.tenant.asAnonymous(listUncounted)
    const first = uncounted[0]?.sessionId ?? ''
    // If the batch begins with the same note again, that note cannot be counted, for instance because its therapist
    // lost access.
    if (first === previousFirst) return
    previousFirst = first
    for (const { sessionId, therapistId } of uncounted) {
      await asUser(services, therapistId, async ({ db }) => {
        const note = await lockNote(db, sessionId)
        if (note) await updateReviewCount(db, note)
      })
    }
  }
}
