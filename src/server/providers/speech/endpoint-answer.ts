import { STATUS_CODES } from 'node:http'
import * as z from 'zod'
import { isTemporaryStatus } from '../temporary-status.ts'
import { type Segment, SpeechError } from './port.ts'
import { spokenText } from './spoken-text.ts'

const Timed = z.object({ start: z.number(), end: z.number(), text: z.string() })
const Answer = z.object({ text: z.string(), segments: z.array(z.unknown()).nullish(), language: z.string().nullish() })
/** The reason of an error, as the transcription API defines it. */
const Reason = z
  .object({ error: z.union([z.string(), z.object({ message: z.string() })]) })
  .transform(({ error }) => (typeof error === 'string' ? error : error.message))
/** The reason of an error, also as servers built with FastAPI give it: in `detail`, as a text, an object or a list. */
const Refusal = z.union([
  Reason,
  z.object({ detail: z.union([z.string(), Reason]) }).transform(({ detail }) => detail),
  z.object({ detail: z.tuple([z.object({ msg: z.string() })], z.unknown()) }).transform(({ detail }) => detail[0].msg),
])

export interface ReadAnswer {
  segments: Segment[]
  /** False if the endpoint returned only text, so that the piece's own times are used. */
  hasTimes: boolean
  /** As the endpoint states it: a code or a name. */
  language: string | undefined
}

/**
 * Reads the response for one piece of audio. Relies only on `text` and the segments' `start`, `end` and `text`.
 * Times are moved to the piece's position in the recording and limited to it.
 * @throws SpeechError if the response is not a transcription
 */
export function readAnswer(body: string, piece: { start: number; end: number }): ReadAnswer {
  const answer = Answer.safeParse(parseJson(body))
  if (!answer.success)
    throw new SpeechError(
      'transcription_failed',
      'the speech endpoint answered with something that is not a transcription',
    )
  const language = answer.data.language ?? undefined
  const timed = (answer.data.segments ?? []).map((segment) => Timed.safeParse(segment))
  if (timed.length > 0 && timed.every((segment) => segment.success)) {
    const within = (time: number) => Math.min(piece.end, Math.max(piece.start, piece.start + time))
    const segments = timed
      .map(({ data }) => ({ start: within(data.start), end: within(data.end), text: spokenText(data.text) }))
      .map((segment) => ({ ...segment, end: Math.max(segment.start, segment.end) }))
    return { segments: segments.filter((segment) => segment.text !== ''), hasTimes: true, language }
  }
  const text = spokenText(answer.data.text)
  return { segments: text ? [{ ...piece, text }] : [], hasTimes: false, language }
}

/** The specified wording: `{status} {statusText} - {message}`. Errors of busy and broken servers are transient. */
export function endpointError(status: number, statusText: string, body: string): SpeechError {
  const parsed = Refusal.safeParse(parseJson(body))
  const message = (parsed.data ?? 'no explanation given').slice(0, 300)
  const detail = `${status} ${statusText || (STATUS_CODES[status] ?? '')} - ${message}`
  return new SpeechError('transcription_failed', detail, isTemporaryStatus(status))
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
