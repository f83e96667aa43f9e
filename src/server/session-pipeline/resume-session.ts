import type { Context } from '#server/context.ts'
import { enqueueForRecording } from '#server/features/recordings/enqueue-for-recording.ts'
import { lockRecording } from '#server/features/recordings/lock-recording.ts'
import { getOwnSession } from '#server/features/sessions/get-session.ts'
import { enqueueNext } from './enqueue-step.ts'

/** Resumes the processing of the caller's session at the step where it stopped. A session without a recording began with a transcript. */
export async function resumeSession(context: Context, sessionId: string): Promise<void> {
  const recording = await lockRecording(context, sessionId)
  const session = await getOwnSession(context, sessionId)
  if (session.status !== 'processing') return
  if (recording) await enqueueForRecording(context, recording, session.id)
  else await enqueueNext(context, 'transcribe', session.id)
}
