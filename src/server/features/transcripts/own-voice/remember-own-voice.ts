import type { OwnVoice } from '#shared/contract/own-voice.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { findAudio } from '#server/features/recordings/find-audio.ts'
import { getOwnSession } from '#server/features/sessions/get-session.ts'
import { readTranscript } from '../get-transcript.ts'
import { findVoiceInSession, requestVoice } from '../own-voice-store.ts'
import { describeVoice } from './get-own-voice.ts'

/**
 * Enqueues a job that computes the caller's voice from their turns in a session, and turns the use of the voice on, in
 * the organization of the session.
 * The speech engine must have compared the voices of the recording, which it does not for a recording with one channel
 * per speaker.
 * @throws session_missing, not_allowed, transcript_missing, recording_missing; voice_unavailable without compared
 * voices or a speaker model
 */
export async function rememberOwnVoice(context: Context, input: { sessionId: string }): Promise<OwnVoice> {
  const { db, actor, jobs, speech } = context
  const { id: sessionId } = await getOwnSession(context, input.sessionId)
  const transcript = (await readTranscript(context, sessionId)) ?? fail('transcript_missing')
  await findAudio(context, sessionId)
  if (transcript.voices === undefined || !speech.voices?.model()) fail('voice_unavailable')
  await requestVoice(db, actor.userId, sessionId)
  await jobs.enqueue(db, 'transcripts.remember_voice', { sessionId, userId: actor.userId })
  audit(context, { action: 'account.voice_requested', resourceType: 'account', resourceId: actor.userId })
  return await describeVoice(context, await findVoiceInSession(db, actor.userId, sessionId))
}
