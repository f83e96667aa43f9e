import type { ReviewFigures } from '#shared/contract/review.ts'
import type { Context } from '#server/context.ts'
import { findAverages, findFigures, findMedians } from './figures-store.ts'

/** Returns the figures of the caller's work on a note. Null if the caller did not sign the note. */
export async function figuresOf({ db }: Context, sessionId: string): Promise<ReviewFigures | null> {
  return await findFigures(db, sessionId)
}

/** Returns the medians of the notes that the caller signed in the last 90 days. Null without such notes. */
export async function mediansOf({ db }: Context): Promise<ReviewFigures | null> {
  return await findMedians(db)
}

/** Returns the averages of an organization's members. Null unless the caller is an owner of the organization. */
export async function averagesOf({ db }: Context, organizationId: string): Promise<ReviewFigures | null> {
  return await findAverages(db, organizationId)
}
