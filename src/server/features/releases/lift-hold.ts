import type { ReleasesAndHolds } from '#shared/contract/releases.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { rowId } from '#server/ids.ts'
import { requiredText } from '#server/required-text.ts'
import { readReleases } from './list-releases.ts'
import { findClientOfHold, insertLift } from './store.ts'

/**
 * Lifts a legal hold. A lifted hold stays in the list.
 * @throws hold_missing, not_allowed, hold_lifted
 */
export async function liftHold(context: Context, input: { holdId: string; reason: string }): Promise<ReleasesAndHolds> {
  const { db } = context
  const holdId = rowId(input.holdId, 'hold_missing')
  const clientId = (await findClientOfHold(db, holdId)) ?? fail('hold_missing')
  throwIfFailure(await insertLift(db, holdId, requiredText(input.reason)))
  audit(context, { action: 'hold.lifted', resourceType: 'hold', resourceId: holdId, clientId })
  return await readReleases(context, clientId)
}
