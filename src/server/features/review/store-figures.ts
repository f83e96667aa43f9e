import type { Context } from '#server/context.ts'
import { compareWithDraft } from '#server/features/notes/compare-with-draft.ts'
import { saveSigned } from './figures-store.ts'

/** Saves the figures of a note that the caller has just signed: times, decided items and changed words. */
export async function storeFigures({ db, actor }: Context, sessionId: string, version: number): Promise<void> {
  const { words, changed } = await compareWithDraft(db, sessionId, version)
  await saveSigned(db, { sessionId, userId: actor.userId, words, changedWords: changed })
}
