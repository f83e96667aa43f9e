import { isLocked } from '#shared/rules/note-status.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { reportComplete, reportFailure } from '#server/features/sessions/report-progress.ts'
import type { Problem } from '#server/session-pipeline/step.ts'
import { readSafety } from './current-safety.ts'
import { closeRequest, listRequests } from './requests-store.ts'
import { lockNote, updateNote } from './store.ts'

/**
 * Marks a draft as failed. The transcript and earlier versions stay, and the draft uses no allowance. Without a request
 * id, the open request fails. If no request is open, the session fails.
 */
export async function failDraft(
  context: Context,
  sessionId: string,
  { code, text }: Problem,
  requestId: string | null,
): Promise<void> {
  const { db } = context
  const note = await lockNote(db, sessionId)
  if (!note || isLocked(note)) return
  const id = requestId ?? (await listRequests(db, sessionId)).find(({ state }) => state === 'open')?.id
  if (id === undefined) return await reportFailure(context, sessionId, code, text)
  if (!(await closeRequest(db, id, 'failed'))) return
  const safety = await readSafety(context, note, note.sections)
  await updateNote(db, { ...note, state: 'failed', error: text, safety })
  if (note.version > 0) await reportComplete(context, sessionId)
  else await reportFailure(context, sessionId, code, text)
  audit(context, {
    action: 'note.draft_failed',
    resourceType: 'note',
    resourceId: sessionId,
    clientId: note.client.id,
    details: { code },
  })
}
