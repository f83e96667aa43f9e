import type { Context, Services } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { getOwnSession } from '#server/features/sessions/get-session.ts'
import { SpeechError } from '#server/providers/speech/port.ts'

/** Milliseconds after which live text is too late to help. */
const patienceMs = 20_000

/**
 * Checks that the caller may have live text of a session.
 * @throws session_missing, not_allowed for another therapist's session, recording_ended if it is not being recorded
 */
export async function requireLiveRecording(context: Context, input: { sessionId: string }): Promise<string> {
  const session = await getOwnSession(context, input.sessionId)
  return session.status === 'recording' ? session.therapistId : fail('recording_ended')
}

/**
 * The words of a few seconds of a session, which are not stored. Silence returns an empty text.
 * @throws speech_unavailable, transcription_failed, transcription_not_started; the signal's reason when it aborts
 */
export async function transcribeLiveChunk(
  { speech, log }: Pick<Services, 'speech' | 'log'>,
  piece: { sessionId: string; samples: Int16Array; signal: AbortSignal },
  limitMs = patienceMs,
): Promise<string> {
  const { sessionId, samples, signal } = piece
  const limit = AbortSignal.timeout(limitMs)
  try {
    return await speech.transcribeLive(samples, AbortSignal.any([signal, limit]))
  } catch (error) {
    signal.throwIfAborted()
    if (limit.aborted) fail('transcription_failed', { detail: 'the speech engine took too long' })
    if (error instanceof SpeechError) {
      log.warn({ sessionId, code: error.code, reason: error.loggedReason }, 'live text could not be made')
      fail(error.code, { detail: error.message })
    }
    log.error({ err: error, sessionId }, 'live text could not be begun')
    return fail('transcription_not_started')
  }
}
