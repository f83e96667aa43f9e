import type { NewHold, ReleasesAndHolds } from '#shared/contract/releases.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { getClient } from '#server/features/clients/get-client.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { requiredText } from '#server/required-text.ts'
import { auditAndRead, readReleases } from './list-releases.ts'
import { insertHold, lockReleaseRequest } from './store.ts'

/**
 * Places a legal hold on a client's record. A repeated request places no second hold.
 * @throws client_missing, not_allowed, hold_date
 */
export async function placeHold(context: Context, input: NewHold): Promise<ReleasesAndHolds> {
  const { id: clientId } = await getClient(context, input)
  const { requestId, startsOn } = input
  if (await lockReleaseRequest(context, 'legal_holds', { clientId, requestId })) {
    return await auditAndRead(context, clientId)
  }
  const reason = requiredText(input.reason)
  throwIfFailure(await insertHold(context.db, { clientId, requestId, startsOn, reason }))
  audit(context, {
    action: 'hold.placed',
    resourceType: 'client',
    resourceId: clientId,
    clientId,
    details: { startsOn },
  })
  return await readReleases(context, clientId)
}
