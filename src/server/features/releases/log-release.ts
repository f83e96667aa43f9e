import type { NewRelease, ReleasesAndHolds } from '#shared/contract/releases.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { getClient } from '#server/features/clients/get-client.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { requiredText } from '#server/required-text.ts'
import { auditAndRead, readReleases } from './list-releases.ts'
import { insertRelease, lockReleaseRequest } from './store.ts'

/**
 * Logs the release of a copy of a client's record. A repeated request logs no second release.
 * @throws client_missing, not_allowed, release_date
 */
export async function logRelease(context: Context, input: NewRelease): Promise<ReleasesAndHolds> {
  const { id: clientId } = await getClient(context, input)
  const { requestId, releasedOn } = input
  if (await lockReleaseRequest(context, 'record_releases', { clientId, requestId })) {
    return await auditAndRead(context, clientId)
  }
  const recipient = requiredText(input.recipient)
  const contents = requiredText(input.contents)
  throwIfFailure(await insertRelease(context.db, { clientId, requestId, releasedOn, recipient, contents }))
  audit(context, {
    action: 'release.logged',
    resourceType: 'client',
    resourceId: clientId,
    clientId,
    details: { releasedOn },
  })
  return await readReleases(context, clientId)
}
