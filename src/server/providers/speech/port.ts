import type { SpeechStatus } from '#shared/contract/transcripts.ts'
import type { RememberedVoice, VoiceReader } from './speakers/port.ts'

/** A spoken word, in seconds from the start of the recording. */
export interface Word {
  start: number
  end: number
  text: string
}

/** Words between two times, in seconds from the start of the recording. */
export interface Segment {
  start: number
  end: number
  text: string
  /** The words with their times, if the engine knows them. */
  words?: Word[]
  /** True if another voice speaks at the same time. */
  isCrosstalk?: boolean
  /** True if the label is a guess between two voices that are about equally likely. */
  isSpeakerUnsure?: boolean
  /** The detected language (ISO 639), if the engine detects it. */
  language?: string
  /** The label of a speaker that the engine distinguishes (`Channel 1`, `Speaker 2`). */
  label?: string
}

/** The label of the speech in a channel, counted from 1. */
export const channelLabel = (channel: number) => `Channel ${channel}`

export interface Transcription {
  segments: Segment[]
  /** ISO 639, e.g. `en`: the language that was set, else that of most of the text; `und` if it is unknown. */
  language: string
  /** Engine and model, e.g. `whisper-1` or `sherpa-onnx whisper-base.en`. */
  engine: string
  /** Number of voices found in a recording without a channel for each speaker; undefined if they were not separated. */
  voices?: number
  /** The label of the remembered voice, if it was recognized. */
  ownLabel?: string
  /** Why the voices were not separated although the settings ask for it, for the log. */
  problem?: string
}

/** Transcribed speech of a channel, counted from 0. Together with the earlier passages it covers all speech until `until` (seconds). */
export interface Passage {
  /** As in `Transcription`. */
  engine: string
  channel: number
  until: number
  segments: Segment[]
}

export interface TranscribeOptions {
  signal: AbortSignal
  /** Passages that an interrupted run finished, in order. An engine that cannot continue them transcribes everything again. */
  finished?: readonly Passage[]
  /** Called for each further passage, by engines that can continue. */
  onPassage?: (passage: Passage) => void
  /** Position in the recording, 0 to 1. Never decreases. */
  onProgress: (share: number) => void
  /** Like `onProgress`, for the identification of speakers, which follows the transcription. */
  onSpeakers?: (share: number) => void
  /** Words that the engine should know, if it accepts any. */
  vocabulary?: readonly string[]
  /** Whether each of two channels has one speaker. Without it, the first minutes of a stereo file decide. */
  isSpeakerPerChannel?: boolean
  /** A voice to recognize. A voice of another model is ignored. */
  ownVoice?: RememberedVoice | undefined
}

/**
 * A speech engine. `transcribe` reads any audio or video file that the product accepts; silence and noise give no
 * segments. `transcribeLive` transcribes a live chunk of 16 kHz mono audio once, without retries and without waiting
 * for a download; silence gives an empty text.
 * @throws SpeechError if the engine is not set up, does not respond, or gives an unusable response. Aborting rejects with
 * the signal's reason.
 */
export interface Speech {
  status(): SpeechStatus
  transcribe(path: string, options: TranscribeOptions): Promise<Transcription>
  transcribeLive(samples: Int16Array, signal: AbortSignal, vocabulary?: readonly string[]): Promise<string>
  /** Missing if speakers are not identified by their voices. */
  voices?: VoiceReader
  close(): Promise<void>
}

/** The job queue tries `transient` errors again. */
export class SpeechError extends Error {
  readonly code: 'speech_unavailable' | 'transcription_failed' | 'file_unsupported'
  readonly transient: boolean
  constructor(code: SpeechError['code'], detail: string, transient = false, options?: ErrorOptions) {
    super(detail, options)
    this.name = 'SpeechError'
    this.code = code
    this.transient = transient
  }

  /** The reason for the log, without an endpoint's words, which may repeat the session. */
  get loggedReason(): string {
    return this.message.split(' - ', 1)[0] ?? ''
  }
}
