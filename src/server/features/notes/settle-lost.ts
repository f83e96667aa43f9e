import { randomUUID } from 'node:crypto'
import { sentence } from '#shared/contract/errors.ts'
import type { Services } from '#server/context.ts'
import { isAtWork } from '#server/features/recordings/is-at-work.ts'
import { getOwnSession } from '#server/features/sessions/get-session.ts'
import { reportFailure } from '#server/features/sessions/report-progress.ts'
import { asUser } from '#server/use-case/as-user.ts'
import { failDraft } from './fail-draft.ts'
import { listRequests } from './requests-store.ts'
import { lockNote } from './store.ts'

/**
 * Ends the processing of a session whose last worker died before it could say that it failed. A session that another job
 * has been sent for, or whose worker said so itself, stays as it is.
 */
export async function settleLost(services: Services, task: { sessionId: string; userId: string }): Promise<void> {
  const { sessionId, userId } = task
  await asUser(services, userId, async (context) => {
    const { db, log } = context
    const note = await lockNote(db, sessionId)
    if (!note || (await isAtWork(context, sessionId))) return
    if ((await getOwnSession(context, sessionId)).status !== 'processing') return
    const id = randomUUID().slice(0, 8)
    log.error({ id, sessionId }, 'the work on a session was lost with its worker')
    const text = sentence('unexpected', { id })
    const open = (await listRequests(db, sessionId)).find(({ state }) => state === 'open')
    if (open) await failDraft(context, sessionId, open.id, { code: 'unexpected', text })
    else await reportFailure(context, sessionId, 'unexpected', text)
  })
}
