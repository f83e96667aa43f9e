import type { ReviewFigures } from '#shared/contract/review.ts'
import type { Context } from '#server/context.ts'
import { findAverages, findFigures, findMedians } from './figures-store.ts'

/** The figures of the caller's work on a signed note. Null if the caller did not sign it. */
export async function figuresOf({ db }: Context, sessionId: string): Promise<ReviewFigures | null> {
  return await findFigures(db, sessionId)
}

/** Medians of the notes that the caller signed in the last 90 days. Null if there are none. */
export async function mediansOf({ db }: Context): Promise<ReviewFigures | null> {
  return await findMedians(db)
}

/** Averages of an organization's members, for its owner. Null for others. */
export async function averagesOf({ db }: Context, organizationId: string): Promise<ReviewFigures | null> {
  return await findAverages(db, organizationId)
}
