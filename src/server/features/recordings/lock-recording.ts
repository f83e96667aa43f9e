import type { Context } from '#server/context.ts'
import { findRecording } from './recordings-store.ts'

/** Locks the recording of a session that the caller may see until the transaction ends. Returns its state. */
export async function lockRecording({ db }: Context, sessionId: string): Promise<{ state: string } | undefined> {
  return await findRecording(db, sessionId, 'update')
}
