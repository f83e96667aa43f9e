import { sentence } from '#shared/contract/errors.ts'
import type { OwnVoice } from '#shared/contract/own-voice.ts'
import type { Context } from '#server/context.ts'
import { isErrorCode } from '#server/fail.ts'
import { findVoice, type OwnVoiceRow } from '../own-voice-store.ts'

/** Returns the state of the caller's own voice in their current organization, without the voice itself. */
export async function getOwnVoice(context: Context): Promise<OwnVoice> {
  return await describeVoice(context, await findVoice(context.db, context.actor))
}

export async function describeVoice(
  { db, actor, jobs, speech }: Context,
  row: OwnVoiceRow | undefined,
): Promise<OwnVoice> {
  const currentModel = speech.voices?.model() ?? null
  if (!row) return { isOn: true, stored: null, readingSessionId: null, failure: null, currentModel }
  const { sessionId, storedAt, model } = row
  const isRequested = sessionId !== null && row.failure === null
  const isBeingComputed =
    isRequested && (await jobs.isUnderway(db, 'transcripts.remember_voice', { sessionId, userId: actor.userId }))
  // If a job is lost with its worker, its request stays in the database and counts as failed.
  const failure = isRequested && !isBeingComputed ? 'voice_not_read' : row.failure
  return {
    isOn: row.isOn,
    stored: storedAt && model !== null ? { storedAt: storedAt.toISOString(), model } : null,
    readingSessionId: isBeingComputed ? sessionId : null,
    failure: failure !== null && isErrorCode(failure) ? sentence(failure) : null,
    currentModel,
  }
}
