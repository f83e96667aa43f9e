import type { TrailPage } from '#shared/contract/audit.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { listClientTrail, canSeeClient } from './store.ts'
import { pageSize, parseCursor, toPage } from './trail.ts'

/**
 * Returns the access history of a client to everyone who may see the client.
 * @throws client_missing
 */
export async function clientTrail(
  context: Context,
  input: { clientId: string; after?: string | undefined },
): Promise<TrailPage> {
  const { db } = context
  const id = rowId(input.clientId, 'client_missing')
  // The event is written after the query, so that the first page does not list this request.
  audit(context, { action: 'client.trail_read', resourceType: 'client', resourceId: id, clientId: id })
  const [isVisible, rows] = await Promise.all([
    canSeeClient(db, id),
    listClientTrail(db, id, parseCursor(input.after), pageSize + 1),
  ])
  return isVisible ? toPage(rows) : fail('client_missing')
}
