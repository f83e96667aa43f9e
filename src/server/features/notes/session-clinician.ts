import type { NotePage } from '#shared/contract/notes.ts'
import { isLocked } from '#shared/rules/note-status.ts'
import type { Db } from '#server/db/tenant.ts'
import type { NoteRow } from './store.ts'

/**
 * Returns the clinician of the session. For a locked note, returns name and credentials as they were signed, even if
 * they changed later.
 */
export async function sessionClinician(db: Db, note: NoteRow): Promise<NotePage['heldBy']> {
  const signed = isLocked(note) ? await findSigner(db, note) : undefined
  return signed ?? { name: note.therapistName, credentials: note.therapistCredentials }
}

/** Undefined if another user signed. */
async function findSigner(db: Db, { sessionId, renderedBy }: NoteRow) {
  return await db
    .selectFrom('note_signatures')
    .where('session_id', '=', sessionId)
    .where('signer_id', '=', renderedBy)
    .where('role', '=', 'author')
    .select(['signer_name as name', 'credentials'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}
