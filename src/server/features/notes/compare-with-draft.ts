import { changedWords } from '#shared/rules/changed-words.ts'
import type { Db } from '#server/db/tenant.ts'
import { findDraftAndText } from './versions-store.ts'

/** Numbers of words of a version, and of those changed since the last draft. Null without a draft. */
export async function compareWithDraft(
  db: Db,
  sessionId: string,
  version: number,
): Promise<{ words: number; changed: number | null }> {
  const { draft, text } = await findDraftAndText(db, sessionId, version)
  const { words, changed } = changedWords(draft ?? '', text)
  return { words, changed: draft === null ? null : changed }
}
