import type { Context } from '#server/context.ts'
import { getOwnSession } from '#server/features/sessions/get-session.ts'
import { findRecording } from './recordings-store.ts'

/** The job that goes on with a session; one that began with a transcript has no recording, and only its note is missing. */
export function nextJob(recording: { state: string } | undefined) {
  if (!recording) return 'notes.draft'
  return recording.state === 'stored' ? 'transcripts.transcribe' : 'recordings.process'
}

/** Goes on with a session of the caller where its processing ended. A session that is complete stays as it is. */
export async function resumeSession(context: Context, sessionId: string): Promise<void> {
  const { db, actor, jobs } = context
  const recording = await findRecording(db, sessionId, 'update')
  const session = await getOwnSession(context, sessionId)
  if (session.status !== 'processing') return
  await jobs.enqueue(db, nextJob(recording), { sessionId: session.id, userId: actor.userId })
}
