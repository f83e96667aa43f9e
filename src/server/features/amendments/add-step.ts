import type { AmendmentRequest } from '#shared/contract/amendments.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { rowId } from '#server/ids.ts'
import { requiredText } from '#server/required-text.ts'
import { insertStep, listRequests, type NewStep } from './store.ts'

const actions = {
  extended: 'amendment.extended',
  accepted: 'amendment.accepted',
  denied: 'amendment.denied',
  statement: 'amendment.statement_attached',
} as const

/**
 * Adds a step to a request that the caller may see, and returns the request with the step.
 * @throws amendment_missing, not_allowed, and what `app.add_amendment_step` returns
 */
export async function addStep(context: Context, amendmentId: string, step: NewStep): Promise<AmendmentRequest> {
  const { db } = context
  const id = rowId(amendmentId, 'amendment_missing')
  const [known] = await listRequests(db, { id })
  if (!known) fail('amendment_missing')
  throwIfFailure(await insertStep(db, id, { ...step, text: requiredText(step.text) }))
  const { clientId } = known
  audit(context, {
    action: actions[step.kind],
    resourceType: 'amendment',
    resourceId: id,
    clientId,
    details: step.denialReason === undefined ? {} : { denialReason: step.denialReason },
  })
  const [request] = await listRequests(db, { id })
  return request ?? fail('amendment_missing')
}
