import type { Context } from '#server/context.ts'
import { findLastEdit } from './edits-store.ts'

/**
 * Returns the turn whose speaker the last change of a transcript set, or null if the last change was of another kind.
 */
export async function lastReassignment(
  { db }: Context,
  sessionId: string,
): Promise<{ utteranceId: string; revision: number } | null> {
  const last = await findLastEdit(db, sessionId)
  const utteranceId = last?.replaced.speakers[0]?.ids[0]
  return last?.kind === 'speaker' && utteranceId !== undefined ? { utteranceId, revision: last.revision } : null
}
