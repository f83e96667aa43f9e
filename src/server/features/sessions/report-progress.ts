import { type ErrorCode, sentence } from '#shared/contract/errors.ts'
import { addMinutes } from '#shared/rules/local-time.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { changeSession, findProgress, findSession, markWaiting, writeProgress } from './store.ts'

/** Sets the progress of a session: 0 percent is the upload, 100 percent is the complete note. */
export async function reportProgress(
  { db }: Context,
  sessionId: string,
  stage: 'queued' | 'preparing' | 'transcribing' | 'processing',
  percent: number,
): Promise<void> {
  await changeSession(db, sessionId, { status: 'processing' })
  await writeProgress(db, sessionId, { stage, percent })
}

/**
 * Sets the progress of a step that may continue after an interruption. Never lowers the percentage of the stage. Returns
 * the percentage.
 */
export async function reportResumed(
  context: Context,
  sessionId: string,
  stage: 'transcribing',
  percent: number,
): Promise<number> {
  const current = await findProgress(context.db, sessionId)
  const reached = current?.stage === stage ? Math.max(percent, current.percent) : percent
  await reportProgress(context, sessionId, stage, reached)
  return reached
}

/** Shows that an outage delays the processing, until the next progress update. */
export async function reportWaiting({ db }: Context, sessionId: string): Promise<void> {
  await markWaiting(db, sessionId, 'processing_waits', sentence('processing_waits'))
}

/** Reports that processing ended with a note. */
export async function reportComplete({ db }: Context, sessionId: string): Promise<void> {
  await changeSession(db, sessionId, { status: 'completed' })
  await writeProgress(db, sessionId, { stage: 'complete', percent: 100 })
}

/** Reports that processing ended without a note. `text` is the sentence for the user. Recording and transcript stay. */
export async function reportFailure({ db }: Context, sessionId: string, code: ErrorCode, text: string): Promise<void> {
  await changeSession(db, sessionId, { status: 'failed' })
  await writeProgress(db, sessionId, { stage: 'failed', percent: 0, error: text, errorCode: code })
}

/** Cancels the session without processing, and ends the progress streams of open pages. */
export async function reportCancelled({ db }: Context, sessionId: string): Promise<void> {
  const code = 'recording_nothing'
  await changeSession(db, sessionId, { status: 'cancelled' })
  await writeProgress(db, sessionId, { stage: 'failed', percent: 0, error: sentence(code), errorCode: code })
}

/** Replaces the assumed length of a session by the length of its recording or transcript (D11). */
export async function setDuration({ db }: Context, sessionId: string, seconds: number): Promise<void> {
  const session = (await findSession(db, sessionId)) ?? fail('session_missing')
  const minutes = Math.max(1, Math.round(seconds / 60))
  await changeSession(db, sessionId, { endTime: addMinutes(session.startTime, minutes) })
}

/** Sets the name of the recording in the file store. */
export async function setRecordingUrl({ db }: Context, sessionId: string, name: string): Promise<void> {
  await changeSession(db, sessionId, { recordingUrl: name })
}
