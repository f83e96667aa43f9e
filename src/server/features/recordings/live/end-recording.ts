import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { countSession } from '#server/features/billing/count-session.ts'
import { reportProgress, setDuration } from '#server/features/sessions/report-progress.ts'
import { enqueueStep } from '#server/session-pipeline/enqueue-step.ts'
import { findRecording, insertRecording } from '../recordings-store.ts'
import { enqueueStorageNotice } from '../storage.ts'
import { getOwnLive, toStoredChunks } from './own-recording.ts'
import { firstMediaType, markEnded } from './store.ts'

/** The display name of a live recording. An upload shows the name of its file. */
const fileName = 'Session recording'

/**
 * Ends a live recording and enqueues its processing. A repeated call returns the same result. The session gets the
 * length of its recording (D11).
 * @throws session_missing, not_allowed, recording_missing; recording_ended if the recording was discarded;
 * recording_incomplete with the stored position, if the browser captured more chunks; recording_nothing if no chunk is
 * stored
 */
export async function endRecording(
  context: Context,
  input: { sessionId: string; chunks: number | null },
): Promise<{ sessionId: string }> {
  const { db, actor, clock } = context
  const live = await getOwnLive(context, input.sessionId, 'update')
  const { sessionId, clientId, organizationId, bytes } = live
  if (live.endedAt) return (await findRecording(db, sessionId)) ? { sessionId } : fail('recording_ended')
  if (input.chunks !== null && input.chunks > live.nextChunk) fail('recording_incomplete', {}, toStoredChunks(live))
  const mediaType = (await firstMediaType(db, sessionId)) ?? fail('recording_nothing')

  const owner = { organizationId, therapistId: actor.userId, uploadId: null }
  audit(context, {
    action: 'recording.received',
    resourceType: 'recording',
    resourceId: sessionId,
    clientId,
    details: { bytes, chunks: live.nextChunk, segments: live.nextSegment },
  })
  await Promise.all([
    markEnded(db, actor.userId, sessionId, clock()),
    insertRecording(db, sessionId, { ...owner, fileName, mediaType, size: bytes, recordedAt: live.startedAt }),
    setDuration(context, sessionId, live.savedMs / 1000),
    reportProgress(context, sessionId, 'queued', 0),
    enqueueStep(context, 'process', sessionId),
    countSession(context, sessionId),
  ])
  await enqueueStorageNotice(context, organizationId)
  return { sessionId }
}
