import type { UnfinishedRecording } from '#shared/contract/recordings.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { toLiveRecording } from './own-recording.ts'
import { listUnfinished } from './store.ts'

/** A limit far above the number of recordings that a therapist leaves unfinished. */
const maxItems = 100

/**
 * Lists the caller's own live recordings that have not ended, newest first. Every page of the app calls this function,
 * so only results that name clients are audited.
 */
export async function unfinishedRecordings(context: Context): Promise<{ items: UnfinishedRecording[] }> {
  const rows = await listUnfinished(context.db, context.actor.userId, maxItems)
  if (rows.length > 0) {
    const details = { count: rows.length }
    audit(context, { action: 'recording.listed', resourceType: 'recording', details })
  }
  const now = context.clock().getTime()
  const items = rows.map((row) => ({
    ...toLiveRecording(row),
    idleMs: Math.max(0, now - (row.lastChunkAt ?? row.startedAt).getTime()),
    client: { firstName: row.firstName, lastName: row.lastName },
  }))
  return { items }
}
