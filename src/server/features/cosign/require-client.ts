import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { findClient } from './store.ts'

/**
 * Returns the ids of a session and its client, if the caller may read the note or co-signs it.
 * @throws session_missing
 */
export async function requireClient({ db }: Context, sessionId: string): Promise<{ id: string; clientId: string }> {
  const id = rowId(sessionId, 'session_missing')
  return { id, clientId: (await findClient(db, id)) ?? fail('session_missing') }
}
