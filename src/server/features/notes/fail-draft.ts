import type { ErrorCode } from '#shared/contract/errors.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { reportComplete, reportFailure } from '#server/features/sessions/report-progress.ts'
import { readSafety } from './current-safety.ts'
import { closeRequest } from './requests-store.ts'
import { lockNote, updateNote } from './store.ts'

export interface Told {
  code: ErrorCode
  /** The sentence a person reads. */
  text: string
}

/** The person is told; the transcript with its safety passages and earlier versions stay, and nothing is counted. */
export async function failDraft(
  context: Context,
  sessionId: string,
  requestId: string,
  { code, text }: Told,
): Promise<void> {
  const { db } = context
  const note = await lockNote(db, sessionId)
  if (!note || !(await closeRequest(db, requestId, 'failed'))) return
  const safety = await readSafety(context, sessionId, note.sections)
  await updateNote(db, { ...note, state: 'failed', error: text, safety })
  if (note.version > 0) await reportComplete(context, sessionId)
  else await reportFailure(context, sessionId, code, text)
  await audit(context, {
    action: 'note.draft_failed',
    resourceType: 'note',
    resourceId: sessionId,
    clientId: note.client.id,
    details: { code },
  })
}
