import type { TrailPage } from '#shared/contract/audit.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { listClientTrail, seesClient } from './store.ts'
import { pageSize, placeOf, toPage } from './trail.ts'

/**
 * Who opened a client's record, for everybody who may see it.
 * @throws client_missing
 */
export async function clientTrail(
  context: Context,
  input: { clientId: string; after?: string | undefined },
): Promise<TrailPage> {
  const { db } = context
  const id = rowId(input.clientId, 'client_missing')
  const [isSeen, rows] = await Promise.all([
    seesClient(db, id),
    listClientTrail(db, id, placeOf(input.after), pageSize + 1),
    // Behind the query, so that the first page does not begin with itself.
    audit(context, { action: 'client.trail_read', resourceType: 'client', resourceId: id, clientId: id }),
  ])
  return isSeen ? toPage(rows) : fail('client_missing')
}
