import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { getOwnSession } from '#server/features/sessions/get-session.ts'
import { reportProgress } from '#server/features/sessions/report-progress.ts'
import { rowId } from '#server/ids.ts'
import { isUnderway } from '#server/session-pipeline/is-underway.ts'
import { enqueueForRecording } from './enqueue-for-recording.ts'
import { lockRecording } from './lock-recording.ts'

/**
 * Processes a recording again: from the transcription if its audio is stored, otherwise from the start. Also resumes a
 * session whose job was lost. Changes nothing while a job for the session is running or queued, or if the session is
 * complete.
 * @throws session_missing, not_allowed for another therapist's session, recording_missing
 */
export async function processAgain(context: Context, input: { sessionId: string }): Promise<{ sessionId: string }> {
  const recording = await lockRecording(context, rowId(input.sessionId, 'session_missing'))
  const session = await getOwnSession(context, input.sessionId)
  if (!recording) fail('recording_missing')
  if (session.status === 'completed') return { sessionId: session.id }
  if (session.status === 'processing' && (await isUnderway(context, session.id))) return { sessionId: session.id }

  await reportProgress(context, session.id, 'queued', 0)
  await enqueueForRecording(context, recording, session.id)
  audit(context, {
    action: 'recording.processed_again',
    resourceType: 'recording',
    resourceId: session.id,
    clientId: session.clientId,
  })
  return { sessionId: session.id }
}
