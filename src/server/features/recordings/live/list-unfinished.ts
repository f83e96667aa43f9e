import type { UnfinishedRecording } from '#shared/contract/recordings.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { toLiveRecording } from './own-recording.ts'
import { listUnfinished } from './store.ts'

/** More recordings than a therapist ever leaves open. */
const most = 100

/**
 * Lists the caller's own live recordings that have not ended, newest first. Every page calls this function, so only
 * results that name clients are audited.
 */
export async function unfinishedRecordings(context: Context): Promise<{ items: UnfinishedRecording[] }> {
  const rows = await listUnfinished(context.db, context.actor.userId, most)
  if (rows.length > 0) {
    const details = { count: rows.length }
    audit(context, { action: 'recording.listed', resourceType: 'recording', details })
  }
  const items = rows.map((row) => ({
    ...toLiveRecording(row),
    client: { firstName: row.firstName, lastName: row.lastName },
  }))
  return { items }
}
