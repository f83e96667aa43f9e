import type { AmendmentRequest, NewAmendment } from '#shared/contract/amendments.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { lockRequest } from '#server/db/lock-request.ts'
import { fail } from '#server/fail.ts'
import { findSignableNote } from '#server/features/notes/find-signable-note.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { rowId } from '#server/ids.ts'
import { requiredText } from '#server/required-text.ts'
import { findByRequestId, insertRequest } from './store.ts'

/**
 * Logs a client's request to amend a note (45 CFR 164.526). For a request id that was logged before, returns the stored
 * request.
 * @throws session_missing, not_allowed, amendment_without_note, amendment_date
 */
export async function logRequest(context: Context, input: NewAmendment): Promise<AmendmentRequest> {
  const { db, actor } = context
  const sessionId = rowId(input.sessionId, 'session_missing')
  if (!(await findSignableNote(db, sessionId))) fail('session_missing')
  const requestId = input.requestId.toLowerCase()
  const [, known] = await Promise.all([
    lockRequest(db, actor.userId, requestId),
    findByRequestId(db, actor.userId, requestId),
  ])
  if (known) {
    const { id, clientId } = known
    audit(context, { action: 'amendment.read', resourceType: 'amendment', resourceId: id, clientId })
    return known
  }
  throwIfFailure(await insertRequest(db, { ...input, sessionId, requestId, text: requiredText(input.text) }))
  const request = (await findByRequestId(db, actor.userId, requestId)) ?? fail('amendment_missing')
  audit(context, {
    action: 'amendment.logged',
    resourceType: 'amendment',
    resourceId: request.id,
    clientId: request.clientId,
    details: { channel: request.channel, dueOn: request.dueOn },
  })
  return request
}
