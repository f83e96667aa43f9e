import type { Context } from '#server/context.ts'
import { compareWithDraft } from '#server/features/notes/compare-with-draft.ts'
import { saveSignedFigures } from './figures-store.ts'

/** Saves times, decided items and changed words of a note that the caller has just signed. */
export async function storeFigures({ db, actor }: Context, sessionId: string, version: number): Promise<void> {
  const { words, changed } = await compareWithDraft(db, sessionId, version)
  await saveSignedFigures(db, { sessionId, userId: actor.userId, words, changedWords: changed })
}
