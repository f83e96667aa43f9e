import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { unlessGone } from '#server/db/unless-gone.ts'
import { fail } from '#server/fail.ts'
import { unfinishedRecordings } from '#server/features/recordings/live/list-unfinished.ts'
import { rowId } from '#server/ids.ts'
import { openViewing } from './store.ts'

/**
 * Starts a viewing: from the next request on, this sign-in shows another member's data, read-only. The error is the
 * same for an unknown user, for the caller, and for a user as whom the caller may not view.
 * @throws not_signed_in; viewing_not_allowed; viewing_recording, because chunks of a running recording would be
 * rejected
 */
export async function startViewing(context: Context, input: { userId: string }): Promise<{ endsAt: string }> {
  const { db, actor } = context
  const userId = rowId(input.userId, 'viewing_not_allowed')
  const organizationId = actor.organizationId ?? fail('viewing_not_allowed')
  const opened = await unlessGone(openViewing(db, userId, organizationId))
  // The result is undefined if the sign-in has ended in the meantime.
  if (opened === undefined) fail('not_signed_in')
  const endsAt = opened ?? fail('viewing_not_allowed')
  // This check is last: a recording that starts at the same moment either waits for this transaction or is found here.
  const { items } = await unfinishedRecordings(context)
  if (items.length > 0) fail('viewing_recording')
  audit(context, {
    action: 'viewing.started',
    resourceType: 'account',
    resourceId: userId,
    details: { until: endsAt.toISOString() },
  })
  return { endsAt: endsAt.toISOString() }
}
