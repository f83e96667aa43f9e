import type { ReleasesAndHolds } from '#shared/contract/releases.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { getClient } from '#server/features/clients/get-client.ts'
import { listHolds, listReleases as listRows, mayChange } from './store.ts'

/** @throws client_missing */
export async function listReleases(context: Context, input: { clientId: string }): Promise<ReleasesAndHolds> {
  const { id: clientId } = await getClient(context, input)
  return await auditAndRead(context, clientId)
}

/** Like `readReleases`, with an audit event: for requests that change nothing. */
export async function auditAndRead(context: Context, clientId: string): Promise<ReleasesAndHolds> {
  audit(context, { action: 'release.read', resourceType: 'client', resourceId: clientId, clientId })
  return await readReleases(context, clientId)
}

/** Returns the releases and holds of a client after an audited change. The caller must be able to see the client. */
export async function readReleases({ db }: Context, clientId: string): Promise<ReleasesAndHolds> {
  const [releases, holds, canChange] = await Promise.all([
    listRows(db, clientId),
    listHolds(db, clientId),
    mayChange(db, clientId),
  ])
  return { releases, holds, canChange }
}
