import type { OwnRecording, VideoVisit } from '#shared/contract/recordings.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { requireAudioAllowed } from '#server/features/accounts/require-audio-allowed.ts'
import { beginSession } from '#server/features/sessions/begin-session.ts'
import { requireFreeStorage } from '../storage.ts'
import { auditResumed } from './live-recording.ts'
import { getOwnLive, toOwnRecording } from './own-recording.ts'
import { insertLive, lockStart } from './store.ts'

/**
 * Starts a session that is recorded in the browser, for one of the caller's active clients. A repeated `requestId`
 * returns the same session.
 * @throws client_missing, not_allowed for another therapist's client, client_archived, storage_full, demo_no_audio
 */
export async function startRecording(
  context: Context,
  input: {
    clientId: string
    requestId: string
    appointmentId?: string | undefined
    videoVisit?: VideoVisit | undefined
  },
): Promise<OwnRecording> {
  const { db, actor, clock } = context
  const existing = await lockStart(db, actor.userId, input.requestId)
  if (existing) {
    auditResumed(context, existing)
    return toOwnRecording(context, existing)
  }
  await requireAudioAllowed(context)
  const { clientId, appointmentId, videoVisit } = input
  const settingType = videoVisit ? 'telehealth' : 'in-person'
  const sessionId = await beginSession(context, { clientId, appointmentId, settingType, source: 'recorded' })
  await insertLive(db, sessionId, { requestId: input.requestId, at: clock(), videoVisit })
  const live = await getOwnLive(context, sessionId)
  await requireFreeStorage(context, live.organizationId)
  audit(context, {
    action: 'recording.started',
    resourceType: 'recording',
    resourceId: sessionId,
    clientId: live.clientId,
    ...(videoVisit && { details: { videoVisit: true, everyoneAgreed: videoVisit.everyoneAgreed } }),
  })
  return toOwnRecording(context, live)
}
