import { setTimeout as sleep } from 'node:timers/promises'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { encodeWav } from '#shared/audio/wav.ts'
import type { FfmpegSetting } from '#server/providers/media/ffmpeg.ts'
import { ResponseTooLarge, cappedFetch } from '#server/providers/capped-fetch.ts'
import { runChild } from './child/host.ts'
import { createLoudnessDetector } from './child/loudness.ts'
import type { CutLimits, Piece } from './child/messages.ts'
import { readAnswer, endpointError } from './endpoint-answer.ts'
import { detected, Languages } from './languages.ts'
import { type Segment, type Speech, SpeechError, type TranscribeOptions } from './port.ts'
import { toFloat32 } from './samples.ts'
import { sortByTime, steadyProgress } from './timeline.ts'

export interface EndpointOptions {
  baseUrl: string
  key?: string | undefined
  model?: string | undefined
  language: string
  maxBytes?: number | undefined
  timeoutMs?: number | undefined
  ffmpeg?: FfmpegSetting
  /** Maximum bytes of a response; the default is many times the size that a piece needs. */
  maxResponseBytes?: number | undefined
  /** Milliseconds before the second and third try of one piece. */
  retryDelays?: number[]
}

/** Seconds of the longest piece, and of the silence that ends a piece early. */
const maxPieceSeconds = 300
const silence = 8

/**
 * Seconds of the first pieces, until a response with words shows whether the endpoint returns times. Without times all
 * pieces stay this short.
 */
const trial = 30

/** The longest `retry-after` that is waited for here. Longer ones are left to the job queue. */
const maxRetryAfterMs = 30_000

/**
 * Speech recognition by any service with `POST {base}/audio/transcriptions`. Only speech that the local voice detector
 * finds is sent, so silence costs nothing and cannot be mistaken for words.
 */
export function createEndpointSpeech(options: EndpointOptions): Speech {
  const { baseUrl, language, ffmpeg, model = 'whisper-1', maxBytes = 24 * 1024 * 1024 } = options
  const url = `${baseUrl.replace(/\/+$/, '')}/audio/transcriptions`
  const fitting = Math.min(maxPieceSeconds, (maxBytes - 4096) / (speechRate * 2))
  const limits = (seconds: number): CutLimits => ({ longest: Math.max(5, Math.min(seconds, fitting)), silence })
  const closing = new AbortController()
  const ask = cappedFetch(options.maxResponseBytes)
  let acceptsPrompt = true

  async function listen(
    path: string,
    { signal, onProgress, isSpeakerPerChannel, vocabulary = [] }: TranscribeOptions,
  ): Promise<{ segments: Segment[]; language: string }> {
    const segments: Segment[] = []
    const languages = new Languages()
    let hasTimes = false
    const transcribePiece = async (piece: Piece): Promise<CutLimits> => {
      const answer = readAnswer(await sendPatiently(piece.samples, signal, vocabulary), {
        start: piece.start,
        end: piece.end,
      })
      languages.add(answer.language, answer.segments.map(({ text }) => text).join(' '))
      const label = piece.label ? { label: piece.label } : {}
      segments.push(...answer.segments.map((segment) => ({ ...segment, ...label })))
      // A response without words does not show whether the endpoint returns times.
      if (answer.segments.length > 0) ({ hasTimes } = answer)
      return limits(hasTimes ? maxPieceSeconds : trial)
    }
    await runChild(
      { path, ffmpeg, isSpeakerPerChannel, work: { kind: 'cut', limits: limits(trial) } },
      {
        signal,
        onMessage(message) {
          if (message.type === 'progress') onProgress(message.share)
          return message.type === 'piece' ? transcribePiece(message.piece) : undefined
        },
      },
    )
    return { segments, language: languages.main() ?? (language === detected ? 'und' : language) }
  }

  async function sendPatiently(
    samples: Int16Array,
    signal: AbortSignal,
    vocabulary: readonly string[],
  ): Promise<string> {
    for (const delay of options.retryDelays ?? [1_000, 5_000]) {
      try {
        return await send(samples, signal, vocabulary)
      } catch (error) {
        if (!(error instanceof Busy)) throw error
        if (error.waitMs > maxRetryAfterMs) throw error
        await sleep(Math.max(delay, error.waitMs), undefined, { signal })
      }
    }
    return send(samples, signal, vocabulary)
  }

  /** An endpoint that rejects the prompt gets the audio without it. */
  async function send(samples: Int16Array, signal: AbortSignal, vocabulary: readonly string[]): Promise<string> {
    const prompt = vocabulary.join(', ')
    if (prompt === '' || !acceptsPrompt) return await post(samples, signal)
    try {
      return await post(samples, signal, prompt)
    } catch (error) {
      if (!(error instanceof SpeechError) || error.transient || !/^4\d\d .*prompt/is.test(error.message)) throw error
      const answer = await post(samples, signal)
      acceptsPrompt = false
      return answer
    }
  }

  async function post(samples: Int16Array, signal: AbortSignal, prompt?: string): Promise<string> {
    const form = new FormData()
    form.set('file', new Blob([encodeWav(samples)], { type: 'audio/wav' }), 'audio.wav')
    form.set('model', model)
    if (language !== detected) form.set('language', language)
    form.set('response_format', 'verbose_json')
    if (prompt !== undefined) form.set('prompt', prompt)
    // Encodes the form first, because an abort while fetch reads its file causes an unhandled rejection that ends the process.
    const written = new Response(form)
    const body = await written.bytes()
    const patience = AbortSignal.timeout(options.timeoutMs ?? 5 * 60_000)
    try {
      const response = await ask(url, {
        method: 'POST',
        body,
        headers: {
          'content-type': written.headers.get('content-type') ?? '',
          ...(options.key && { authorization: `Bearer ${options.key}` }),
        },
        // A redirect would send a session's audio to a host that is not configured.
        redirect: 'error',
        signal: AbortSignal.any([signal, patience]),
      })
      const text = await response.text()
      if (response.ok) return text
      const error = endpointError(response.status, response.statusText, text)
      throw error.transient ? new Busy(error.message, Number(response.headers.get('retry-after')) * 1_000 || 0) : error
    } catch (cause) {
      signal.throwIfAborted()
      if (cause instanceof SpeechError) throw cause
      if (cause instanceof ResponseTooLarge)
        throw new SpeechError('transcription_failed', 'the speech endpoint answered with too much', false, { cause })
      const reason = patience.aborted ? 'the speech endpoint took too long' : 'the speech endpoint does not answer'
      throw new Busy(reason, 0, { cause })
    }
  }

  return {
    status: () => ({
      engine: 'endpoint',
      state: 'ready',
      percent: null,
      model,
      ...(acceptsPrompt && { usesVocabulary: true }),
    }),
    async transcribe(path, request) {
      const signal = AbortSignal.any([request.signal, closing.signal])
      const onProgress = steadyProgress(request.onProgress)
      const { segments, language: spoken } = await listen(path, { ...request, signal, onProgress })
      onProgress(1)
      return { segments: sortByTime(segments), language: spoken, engine: model }
    },
    async transcribeLive(samples, requestSignal, vocabulary = []) {
      const signal = AbortSignal.any([requestSignal, closing.signal])
      signal.throwIfAborted()
      if (isSilent(samples)) return ''
      const piece = { start: 0, end: samples.length / speechRate }
      const { segments } = readAnswer(await send(samples, signal, vocabulary), piece)
      return segments.map(({ text }) => text).join(' ')
    },
    async close() {
      closing.abort(new Error('The speech engine is closed.'))
    },
  }
}

/** Engines invent words for silence, so silence is not sent. */
function isSilent(samples: Int16Array): boolean {
  const detector = createLoudnessDetector()
  return detector.accept(toFloat32(samples)).length === 0 && detector.flush().length === 0
}

/** A transient error: a network error, or a server that asks for a later try. */
class Busy extends SpeechError {
  readonly waitMs: number
  constructor(detail: string, waitMs: number, options?: ErrorOptions) {
    super('transcription_failed', detail, true, options)
    this.waitMs = waitMs
  }
}
