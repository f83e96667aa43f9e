import { type ErrorCode, sentence } from '#shared/contract/errors.ts'
import { addMinutes } from '#shared/rules/local-time.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { changeSession, findSession, markWaiting, writeProgress } from './store.ts'

/** Where the processing of a session stands, in percent of the whole way from upload to note. */
export async function reportProgress(
  { db }: Context,
  sessionId: string,
  stage: 'queued' | 'preparing' | 'transcribing' | 'processing',
  percent: number,
): Promise<void> {
  await changeSession(db, sessionId, { status: 'processing' })
  await writeProgress(db, sessionId, { stage, percent })
}

/** An outage keeps processing from going on; it is tried again. The next report of progress takes this back. */
export async function reportWaiting({ db }: Context, sessionId: string): Promise<void> {
  await markWaiting(db, sessionId, 'processing_waits', sentence('processing_waits'))
}

/** Processing ended with a note. */
export async function reportComplete({ db }: Context, sessionId: string): Promise<void> {
  await changeSession(db, sessionId, { status: 'completed' })
  await writeProgress(db, sessionId, { stage: 'complete', percent: 100 })
}

/** Processing ended without a note. `text` is the sentence a person reads; what was handed in is kept. */
export async function reportFailure({ db }: Context, sessionId: string, code: ErrorCode, text: string): Promise<void> {
  await changeSession(db, sessionId, { status: 'failed' })
  await writeProgress(db, sessionId, { stage: 'failed', percent: 0, error: text, errorCode: code })
}

/** The session is cancelled: nothing of it will be processed. Who follows its progress is told that it ends here. */
export async function reportCancelled({ db }: Context, sessionId: string): Promise<void> {
  const code = 'recording_nothing'
  await changeSession(db, sessionId, { status: 'cancelled' })
  await writeProgress(db, sessionId, { stage: 'failed', percent: 0, error: sentence(code), errorCode: code })
}

/** The measured length of the recording replaces the assumed one (D11). */
export async function setDuration({ db }: Context, sessionId: string, seconds: number): Promise<void> {
  const session = (await findSession(db, sessionId)) ?? fail('session_missing')
  const minutes = Math.max(1, Math.round(seconds / 60))
  await changeSession(db, sessionId, { endTime: addMinutes(session.startTime, minutes) })
}

/** Where the recording lies in the file store. */
export async function setRecordingUrl({ db }: Context, sessionId: string, name: string): Promise<void> {
  await changeSession(db, sessionId, { recordingUrl: name })
}
