import type { NotePage } from '#shared/contract/notes.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { scoreOf } from '#server/features/models/get-score.ts'
import { withCurrentSafety } from './current-safety.ts'
import { showNote } from './show-note.ts'
import { findNote } from './store.ts'

/** @throws session_missing also for a session that the caller may not see */
export async function getNote(context: Context, input: { sessionId: string }): Promise<NotePage> {
  const { db, actor } = context
  const id = rowId(input.sessionId, 'session_missing')
  const found = (await findNote(db, id)) ?? fail('session_missing')
  const row = await withCurrentSafety(context, found)
  const { client, session } = row
  const isOwn = row.renderedBy === actor.userId
  return {
    note: await showNote(context, row),
    client,
    session,
    model: row.model === null ? null : await scoreOf(db, row.model),
    canEdit: isOwn && row.therapistId === actor.userId && !actor.viewing,
    therapistName: isOwn ? null : row.therapistName,
  }
}
