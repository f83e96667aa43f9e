import { sentence } from '#shared/contract/errors.ts'
import type { Services } from '#server/context.ts'
import { logUnderNumber } from '#server/error-number.ts'
import { failDraft } from '#server/features/notes/fail-draft.ts'
import { hasOpenRequest } from '#server/features/notes/has-open-request.ts'
import { lockNoteOfSession } from '#server/features/notes/lock-note.ts'
import { lockRecording } from '#server/features/recordings/lock-recording.ts'
import { getOwnSession } from '#server/features/sessions/get-session.ts'
import { asUser } from '#server/use-case/as-user.ts'
import { isUnderway } from './is-underway.ts'
import type { Task } from './step.ts'

/**
 * Marks a session, or the draft of its note, as failed if its worker was killed at the last try. Leaves a session unchanged if another job was enqueued for it,
 * or if its worker has already marked it.
 */
export async function failLostSession(services: Services, { sessionId, userId }: Task): Promise<void> {
  await asUser(services, userId, async (context) => {
    // Requests that enqueue a job for the session hold one of these locks.
    if (!(await lockNoteOfSession(context, sessionId))) return
    await lockRecording(context, sessionId)
    if (await isUnderway(context, sessionId)) return
    const { status } = await getOwnSession(context, sessionId)
    // A session is complete as soon as its note has excerpts, while the full draft is still being made.
    if (status !== 'processing' && !(await hasOpenRequest(context, sessionId))) return
    const id = logUnderNumber(context.log, undefined, 'a worker died while it processed a session', { sessionId })
    await failDraft(context, sessionId, { code: 'unexpected', text: sentence('unexpected', { id }) }, null)
  })
}
