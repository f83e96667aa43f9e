import type { AmendmentRequest, DenialReason } from '#shared/contract/amendments.ts'
import type { Context } from '#server/context.ts'
import { addStep } from './add-step.ts'

type AmendmentRef = { amendmentId: string }

/**
 * Extends the time for the answer once, before the time has ended (45 CFR 164.526(b)(2)(ii)).
 * @throws amendment_missing, not_allowed, amendment_answered, amendment_extended, amendment_overdue
 */
export async function extendRequest(
  context: Context,
  input: AmendmentRef & { reason: string },
): Promise<AmendmentRequest> {
  return await addStep(context, input.amendmentId, { kind: 'extended', text: input.reason })
}

/**
 * Accepts a request: adds a correction that the caller signs to the note.
 * @throws amendment_missing, not_allowed, amendment_answered, amendment_unsigned, credentials_missing,
 * confirmation_missing
 */
export async function acceptRequest(
  context: Context,
  input: AmendmentRef & { correction: string },
): Promise<AmendmentRequest> {
  return await addStep(context, input.amendmentId, { kind: 'accepted', text: input.correction })
}

/** @throws amendment_missing, not_allowed, amendment_answered */
export async function denyRequest(
  context: Context,
  { amendmentId, denialReason, basis }: AmendmentRef & { denialReason: DenialReason; basis: string },
): Promise<AmendmentRequest> {
  return await addStep(context, amendmentId, { kind: 'denied', text: basis, denialReason })
}

/**
 * Attaches the client's statement of disagreement to the note of a denied request.
 * @throws amendment_missing, not_allowed, amendment_not_denied, amendment_has_statement, amendment_unsigned,
 * credentials_missing, confirmation_missing
 */
export async function attachStatement(
  context: Context,
  input: AmendmentRef & { statement: string },
): Promise<AmendmentRequest> {
  return await addStep(context, input.amendmentId, { kind: 'statement', text: input.statement })
}
