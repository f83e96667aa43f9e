import type { Transcript } from '#shared/contract/transcripts.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { findSessionTranscript, findUtterances } from './store.ts'
import { withOriginals } from './with-originals.ts'

/** @throws session_missing when there is none that this person may see, transcript_missing when it has no transcript */
export async function getTranscript(context: Context, input: { sessionId: string }): Promise<Transcript> {
  const id = rowId(input.sessionId, 'session_missing')
  const { clientId, transcript } = (await findSessionTranscript(context.db, id)) ?? fail('session_missing')
  if (!transcript) fail('transcript_missing')
  await audit(context, { action: 'transcript.read', resourceType: 'transcript', resourceId: id, clientId })
  return await withOriginals(context.db, id, transcript)
}

/** The transcript as a job reads it; what the job makes of it is audited. */
export async function readTranscript({ db }: Context, sessionId: string): Promise<Transcript | undefined> {
  return (await findSessionTranscript(db, sessionId))?.transcript
}

/** The same as JSON, for what is done on a thread. */
export function readUtterances({ db }: Context, sessionId: string): Promise<string | undefined> {
  return findUtterances(db, sessionId)
}
