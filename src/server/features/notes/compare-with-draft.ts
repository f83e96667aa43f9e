import { changedWords } from '#shared/rules/changed-words.ts'
import type { Db } from '#server/db/tenant.ts'
import { findDraftAndText } from './versions-store.ts'

/** Counts the words of a version, and the words changed since its last draft. `changed` is null without a draft. */
export async function compareWithDraft(
  db: Db,
  sessionId: string,
  version: number,
): Promise<{ words: number; changed: number | null }> {
  const { draft, text } = await findDraftAndText(db, sessionId, version)
  const { words, changed } = changedWords(draft ?? '', text)
  return { words, changed: draft === null ? null : changed }
}
