import type { Context } from '#server/context.ts'
import { lockNote } from './store.ts'

/**
 * Locks the note of a session until the transaction ends, so that no draft is saved. Returns false if the caller may
 * not change the note.
 */
export async function lockNoteOf({ db }: Context, sessionId: string): Promise<boolean> {
  return (await lockNote(db, sessionId)) !== undefined
}
