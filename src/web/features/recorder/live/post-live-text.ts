import { RequestError } from '#web/api/auth.ts'
import type { LiveChunk } from '../recorder-state.ts'

/** Timeout of a request. Later live text would be of no use. */
const maxDelayMs = 20_000

/**
 * Transcribes five seconds. Returns an empty text if there is no speech. @throws RequestError with a user-facing
 * message
 */
export async function postLiveText(sessionId: string, { wav }: LiveChunk): Promise<string> {
  const response = await fetch(`/api/sessions/${encodeURIComponent(sessionId)}/live-text`, {
    method: 'POST',
    headers: { 'content-type': 'audio/wav' },
    body: wav,
    signal: AbortSignal.timeout(maxDelayMs),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) {
    throw new RequestError(text(answer, 'code'), text(answer, 'message') || failureText(response), response.status)
  }
  return text(answer, 'text')
}

function failureText({ status, statusText }: Response): string {
  return `Transcription failed: ${status} ${statusText}`.trim()
}

function text(value: unknown, key: string): string {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return typeof found === 'string' ? found : ''
}
