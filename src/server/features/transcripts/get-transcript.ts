import type { SessionTranscript } from '#shared/contract/transcripts.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { findSessionTranscript, findUtterances } from './store.ts'
import { withOriginals } from './with-originals.ts'

/** @throws session_missing, also for a session that the caller may not see; transcript_missing */
export async function getTranscript(context: Context, input: { sessionId: string }): Promise<SessionTranscript> {
  const id = rowId(input.sessionId, 'session_missing')
  const { clientId, transcript } = (await findSessionTranscript(context.db, id)) ?? fail('session_missing')
  if (!transcript) fail('transcript_missing')
  audit(context, { action: 'transcript.read', resourceType: 'transcript', resourceId: id, clientId })
  return await withOriginals(context.db, id, transcript)
}

/** Returns the transcript for a job. Adds no audit event, because the job audits its own result. */
export async function readTranscript({ db }: Context, sessionId: string): Promise<SessionTranscript | undefined> {
  return (await findSessionTranscript(db, sessionId))?.transcript
}

/** Returns the utterances as JSON text, which a worker thread parses. Adds no audit event. */
export function readUtterances({ db }: Context, sessionId: string): Promise<string | undefined> {
  return findUtterances(db, sessionId)
}
