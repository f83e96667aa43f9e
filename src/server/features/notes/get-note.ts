import type { NotePage } from '#shared/contract/notes.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { withCurrentSafety } from './current-safety.ts'
import { findNote } from './store.ts'
import { toNote } from './to-note.ts'

/** @throws session_missing when there is none, or none this person may see */
export async function getNote(context: Context, input: { sessionId: string }): Promise<NotePage> {
  const { db, actor, config } = context
  const id = rowId(input.sessionId, 'session_missing')
  const found = (await findNote(db, id)) ?? fail('session_missing')
  const row = await withCurrentSafety(context, found)
  await audit(context, { action: 'note.read', resourceType: 'note', resourceId: id, clientId: row.client.id })
  const { client, session } = row
  return { note: toNote(config, row), client, session, canEdit: row.therapistId === actor.userId }
}
