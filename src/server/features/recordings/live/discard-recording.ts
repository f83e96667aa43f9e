import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { requireNoHold } from '#server/features/releases/require-no-hold.ts'
import { reportCancelled } from '#server/features/sessions/report-progress.ts'
import { findRecording } from '../recordings-store.ts'
import { getOwnLive } from './own-recording.ts'
import { deleteLiveChunks, markEnded } from './store.ts'

/**
 * Cancels a session whose recording has not ended, and deletes its audio. A repeated call returns the same result.
 * @throws session_missing, not_allowed, recording_missing; recording_ended if the session is or was processed;
 * hold_blocks_deletion if there is audio and the record is under a legal hold
 */
export async function discardRecording(context: Context, input: { sessionId: string }): Promise<{ discarded: true }> {
  const { db, actor, clock } = context
  const { sessionId, clientId, bytes, nextChunk, endedAt } = await getOwnLive(context, input.sessionId, 'update')
  if (endedAt) return (await findRecording(db, sessionId)) ? fail('recording_ended') : { discarded: true }
  if (bytes > 0) await requireNoHold(context, clientId)
  audit(context, {
    action: 'recording.discarded',
    resourceType: 'recording',
    resourceId: sessionId,
    clientId,
    details: { bytes, chunks: nextChunk },
  })
  await Promise.all([
    markEnded(db, actor.userId, sessionId, clock()),
    deleteLiveChunks(db, actor.userId, sessionId),
    reportCancelled(context, sessionId),
  ])
  return { discarded: true }
}
