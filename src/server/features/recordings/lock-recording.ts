import type { Context } from '#server/context.ts'
import { findRecording } from './recordings-store.ts'

/** The recording of a session that the caller may see, locked until the transaction ends. */
export async function lockRecording({ db }: Context, sessionId: string): Promise<{ state: string } | undefined> {
  return await findRecording(db, sessionId, 'update')
}
