import { sentence } from '#shared/contract/errors.ts'
import type { OwnVoice } from '#shared/contract/own-voice.ts'
import type { Context } from '#server/context.ts'
import { isErrorCode } from '#server/fail.ts'
import { findVoice } from '../own-voice-store.ts'

/** Returns whether the caller's own voice is stored, without the voice. */
export async function getOwnVoice(context: Context): Promise<OwnVoice> {
  const { db, actor, jobs, speech } = context
  const currentModel = speech.voices?.model() ?? null
  const row = await findVoice(db, actor)
  if (!row) return { isOn: true, stored: null, readingSessionId: null, failure: null, currentModel }
  const { sessionId, storedAt, model } = row
  const isRequested = sessionId !== null && row.failure === null
  const isRead =
    isRequested && (await jobs.isUnderway(db, 'transcripts.remember_voice', { sessionId, userId: actor.userId }))
  // A request stays open if its job was lost with its worker.
  const failure = isRequested && !isRead ? 'voice_not_read' : row.failure
  return {
    isOn: row.isOn,
    stored: storedAt && model !== null ? { storedAt: storedAt.toISOString(), model } : null,
    readingSessionId: isRead ? sessionId : null,
    failure: failure !== null && isErrorCode(failure) ? sentence(failure) : null,
    currentModel,
  }
}
