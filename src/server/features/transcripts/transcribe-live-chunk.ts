import type { Context, Services } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { vocabularyOf } from '#server/features/organizations/vocabulary.ts'
import { getOwnSession } from '#server/features/sessions/get-session.ts'
import { SpeechError } from '#server/providers/speech/port.ts'

/** A transcription that takes longer is stopped, because its live text would be useless. */
const maxDurationMs = 20_000

/**
 * Checks that the caller is recording this session. Returns the session's therapist, and the vocabulary for the engine.
 * @throws session_missing, not_allowed for another therapist's session, recording_ended if the session is not being
 * recorded
 */
export async function requireLiveRecording(
  context: Context,
  input: { sessionId: string },
): Promise<{ therapistId: string; vocabulary: readonly string[] }> {
  const { id, status, therapistId } = await getOwnSession(context, input.sessionId)
  if (status !== 'recording') fail('recording_ended')
  return { therapistId, vocabulary: await vocabularyOf(context, id) }
}

/**
 * Returns the words of a live chunk, which are not stored. For silence, the text is empty.
 * @throws speech_unavailable, transcription_failed, transcription_not_started; the signal's reason when it aborts
 */
export async function transcribeLiveChunk(
  { speech, log }: Pick<Services, 'speech' | 'log'>,
  liveChunk: { sessionId: string; samples: Int16Array; vocabulary: readonly string[]; signal: AbortSignal },
  limitMs = maxDurationMs,
): Promise<string> {
  const { sessionId, samples, vocabulary, signal } = liveChunk
  const limit = AbortSignal.timeout(limitMs)
  try {
    return await speech.transcribeLive(samples, AbortSignal.any([signal, limit]), vocabulary)
  } catch (error) {
    signal.throwIfAborted()
    if (limit.aborted) fail('transcription_failed', { detail: 'the speech engine took too long' })
    if (error instanceof SpeechError) {
      log.warn({ sessionId, code: error.code, reason: error.loggedReason }, 'a live chunk could not be transcribed')
      fail(error.code, { detail: error.message })
    }
    log.error({ err: error, sessionId }, 'the transcription of a live chunk could not start')
    return fail('transcription_not_started')
  }
}
