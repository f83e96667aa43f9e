import type { Context } from '#server/context.ts'
import { findLastEdit } from './edits-store.ts'

/** The turn whose speaker was set by the last change of a transcript. Null if the last change was of another kind. */
export async function lastReassignment(
  { db }: Context,
  sessionId: string,
): Promise<{ utteranceId: string; revision: number } | null> {
  const last = await findLastEdit(db, sessionId)
  const utteranceId = last?.replaced.speakers[0]?.ids[0]
  return last?.kind === 'speaker' && utteranceId !== undefined ? { utteranceId, revision: last.revision } : null
}
