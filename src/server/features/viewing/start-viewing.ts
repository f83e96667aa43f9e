import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { unfinishedRecordings } from '#server/features/recordings/live/list-unfinished.ts'
import { rowId } from '#server/ids.ts'
import { openViewing } from './store.ts'

/**
 * From the next request on, this sign-in shows what another person of the organization sees, and changes nothing. Somebody
 * whose data may not be viewed, who is not there, and oneself are answered the same.
 * @throws viewing_not_allowed; viewing_recording, since chunks of a recording could not be received meanwhile
 */
export async function startViewing(context: Context, input: { userId: string }): Promise<{ endsAt: string }> {
  const { db, actor } = context
  const userId = rowId(input.userId, 'viewing_not_allowed')
  const organizationId = actor.organizationId ?? fail('viewing_not_allowed')
  const endsAt = (await openViewing(db, userId, organizationId)) ?? fail('viewing_not_allowed')
  // Looked at last: a recording that begins at the same moment has waited, or is seen here.
  const { items } = await unfinishedRecordings(context)
  if (items.length > 0) fail('viewing_recording')
  await audit(context, {
    action: 'viewing.started',
    resourceType: 'account',
    resourceId: userId,
    details: { until: endsAt.toISOString() },
  })
  return { endsAt: endsAt.toISOString() }
}
