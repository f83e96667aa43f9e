import type { NotePage } from '#shared/contract/notes.ts'
import { isLocked } from '#shared/rules/note-status.ts'
import type { Db } from '#server/db/tenant.ts'
import type { NoteRow } from './store.ts'

/**
 * Returns the clinician who held the session. A locked note shows the name and credentials with which its clinician
 * signed, even if they changed later.
 */
export async function sessionClinician(db: Db, note: NoteRow): Promise<NotePage['heldBy']> {
  const signed = isLocked(note) ? await findSigner(db, note) : undefined
  return signed ?? { name: note.therapistName, credentials: note.therapistCredentials }
}

/** Finds the newest signature of the clinician who held the session. Undefined if only another user signed. */
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
