import type { SpeechStatus } from '#shared/contract/transcripts.ts'

/** Words the engine heard between two times, in seconds from the start of the recording. */
export interface Segment {
  start: number
  end: number
  text: string
  /** A speaker the engine tells apart (`Channel 1`, `Speaker 2`), when it does. */
  label?: string
}

export interface Transcription {
  segments: Segment[]
  /** BCP 47, e.g. `en`. */
  language: string
  /** Engine and model, e.g. `whisper-1` or `sherpa-onnx whisper-base.en`. */
  engine: string
}

export interface TranscribeOptions {
  signal: AbortSignal
  /** Position reached, 0 to 1. Never goes back. */
  onProgress: (share: number) => void
}

/**
 * A speech engine. `transcribe` reads any audio or video file that the product accepts; silence and noise give no segments.
 * `hear` gives the words of a few seconds of 16 kHz mono audio, once and at once: no retries, no waiting for weights to be
 * fetched; silence is an empty text.
 * @throws SpeechError when the engine is not set up, does not answer or answers nonsense. Aborting rejects with the signal's reason.
 */
export interface Speech {
  status(): SpeechStatus
  transcribe(path: string, options: TranscribeOptions): Promise<Transcription>
  hear(samples: Int16Array, signal: AbortSignal): Promise<string>
  close(): Promise<void>
}

/** `transient` failures are worth another try by the job queue. */
export class SpeechError extends Error {
  readonly code: 'speech_unavailable' | 'transcription_failed' | 'file_unsupported'
  readonly transient: boolean
  constructor(code: SpeechError['code'], detail: string, transient = false, options?: ErrorOptions) {
    super(detail, options)
    this.name = 'SpeechError'
    this.code = code
    this.transient = transient
  }

  /** What may be logged: without the words of an endpoint, which may repeat what was said. */
  get loggedReason(): string {
    return this.message.split(' - ', 1)[0] ?? ''
  }
}
