import type { Context } from '#server/context.ts'
import { lockNote } from './store.ts'

/**
 * Locks the note of a session until the transaction ends, so that no other transaction saves a draft. Returns false if
 * the caller may not change the note.
 */
export async function lockNoteOfSession({ db }: Context, sessionId: string): Promise<boolean> {
  return (await lockNote(db, sessionId)) !== undefined
}
