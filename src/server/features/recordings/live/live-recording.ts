import type { OwnRecording } from '#shared/contract/recordings.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { getOwnLive, toOwnRecording } from './own-recording.ts'
import type { LiveRow } from './store.ts'

/**
 * Returns the state of the caller's live recording, and the encryption key of the audio that the browser has not
 * sent yet.
 * @throws session_missing, not_allowed, recording_missing
 */
export async function liveRecording(context: Context, input: { sessionId: string }): Promise<OwnRecording> {
  const live = await getOwnLive(context, input.sessionId)
  auditResumed(context, live)
  return toOwnRecording(context, live)
}

/** Audits that the key was issued again. */
export function auditResumed(context: Context, live: LiveRow): void {
  audit(context, {
    action: 'recording.resumed',
    resourceType: 'recording',
    resourceId: live.sessionId,
    clientId: live.clientId,
    details: { chunks: live.nextChunk },
  })
}
