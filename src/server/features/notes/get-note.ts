import type { NotePage } from '#shared/contract/notes.ts'
import { isLocked } from '#shared/rules/note-status.ts'
import type { Context } from '#server/context.ts'
import { scoreOf } from '#server/features/models/get-score.ts'
import { sessionClinician } from './session-clinician.ts'
import { readNote } from './read-note.ts'
import { listRequests } from './requests-store.ts'
import { showNote } from './show-note.ts'
import type { NoteRow } from './store.ts'

/** @throws session_missing also for a session that the caller may not see */
export async function getNote(context: Context, input: { sessionId: string }): Promise<NotePage> {
  const { db, actor } = context
  const row = await readNote(context, input.sessionId)
  const { client, session } = row
  const isOwn = row.renderedBy === actor.userId
  return {
    note: await showNote(context, row),
    client,
    session,
    model: row.model === null ? null : await scoreOf(db, row.model),
    canEdit: isOwn && row.therapistId === actor.userId && !actor.viewing && !isLocked(row),
    therapistName: isOwn ? null : row.therapistName,
    isTransferred: row.renderedBy !== row.therapistId,
    heldBy: await sessionClinician(db, row),
    practiceName: row.practiceName,
    fullDraft: await fullDraftOf(context, row),
  }
}

/** Returns the usual duration of a full draft in progress. Null if no full draft is in progress. */
async function fullDraftOf({ db, drafter }: Context, row: NoteRow): Promise<NotePage['fullDraft']> {
  if (!drafter.isSlow || row.version === 0 || row.state !== 'ready' || isLocked(row)) return null
  const [latest] = await listRequests(db, row.sessionId)
  if (latest?.state !== 'open' || latest.kind !== 'draft') return null
  return { minutes: drafter.usualMinutes?.() ?? null }
}
