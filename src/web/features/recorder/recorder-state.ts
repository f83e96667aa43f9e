import type { VideoVisit } from '#shared/contract/recordings.ts'
import type { Voice } from './engine/capture/audio-tap-messages.ts'

/**
 * State of the microphone. `silent`: only silence for a while; `gone`: unplugged or permission withdrawn; `not
 * recorded`: it works but the browser's recorder failed.
 */
export type Microphone = 'ok' | 'silent' | 'muted' | 'gone' | 'not recorded'

/** State of the upload. `signed out`: audio waits here until the same user signs in again. */
export type Connection = 'sending' | 'waiting' | 'disk full' | 'signed out'

/**
 * `interrupted`: the session continues but nothing is captured, because the microphone is gone or the computer slept.
 * `ended`: the server has everything and processes it.
 */
export type Phase = 'idle' | 'starting' | 'recording' | 'paused' | 'interrupted' | 'ending' | 'ended'

/** State of the recording view. Times are recorded time in milliseconds, without pauses and interruptions. */
export type RecorderState = {
  phase: Phase
  sessionId: string | null
  elapsedMs: number
  /** Stored in this browser, sent or not. */
  storedMs: number
  /** Durable on the server: 'Saved through mm:ss'. */
  savedMs: number
  line: Connection
  microphone: Microphone
  /** Whether the browser processes audio. Without, there is no level, no live text and no silence warning. */
  hasLevel: boolean
  /** The selected microphone; null is the browser's default. */
  deviceId: string | null
  isScreenKeptAwake: boolean
  /** The recording reached a multiple of 90 minutes: the page asks whether to continue. */
  isLong: boolean
  /** It stopped automatically after four hours. The audio stays stored; End Session processes it. */
  isFull: boolean
  /** User-facing message; captured audio stays stored. */
  error: string | null
}

/** Loudness of the last tenth of a second, 0 to 1, for the level meter. */
export type Level = number

/**
 * Five seconds of the recording as a mono 16 kHz WAV file, for the live text. `voice` is set for one channel of a video
 * visit.
 */
export type LiveChunk = { start: number; end: number; wav: ArrayBuffer; voice: Voice | null }

/**
 * The recorder of one session. It works without its page; React reads it by `subscribe` and `state`. No method rejects:
 * errors are in `state.error`.
 */
export interface Recorder {
  readonly state: RecorderState
  subscribe(listener: () => void): () => void
  /** Called about ten times a second while the microphone is open, paused or not. */
  onLevel: (listener: (level: Level) => void) => () => void
  onLiveChunk(listener: (liveChunk: LiveChunk) => void): () => void
  /** `appointmentId` is the appointment that this session fulfills; `videoVisit` is set for a recording of two voices. */
  start(clientId: string, deviceId: string | null, appointmentId?: string, videoVisit?: VideoVisit): Promise<void>
  /** Continues an unfinished recording in a new segment. */
  continueSession(sessionId: string, deviceId: string | null): Promise<void>
  pause(): void
  resume(): void
  /** Changes the microphone, also after one was lost. */
  selectMicrophone(deviceId: string | null): Promise<void>
  /** Confirms `isLong`. */
  keepGoing(): void
  /** Captures the rest, sends all pending audio and starts processing. */
  end(): Promise<void>
  /** Cancels the session and deletes its audio here and on the server. */
  discard(): Promise<void>
  /** Stops capturing and leaves the session unfinished; captured audio stays stored and is offered later. */
  leave(): Promise<void>
}
