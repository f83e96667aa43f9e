import type { VideoVisit } from '#shared/contract/recordings.ts'
import type { Voice } from './engine/capture/audio-tap-messages.ts'

/**
 * State of the microphone. `silent`: no sound for a while; `gone`: unplugged, or permission withdrawn; `not recorded`:
 * the microphone works, but the browser's recorder failed.
 */
export type Microphone = 'ok' | 'silent' | 'muted' | 'gone' | 'not recorded'

/**
 * State of the upload. `signed out`: audio waits in this browser until the same user signs in again. `no access`:
 * another user is signed in, or this user is no longer a member. `unreadable`: stored audio cannot be read.
 */
export type Connection = 'sending' | 'waiting' | 'unreadable' | 'disk full' | 'signed out' | 'no access'

/**
 * `interrupted`: the session continues, but no audio is captured, because the microphone was lost or the computer
 * slept. `stranded`: the server accepts no more audio, and some audio is only in this page's memory. `ended`: the
 * server has everything and processes it.
 */
export type Phase = 'idle' | 'starting' | 'recording' | 'paused' | 'interrupted' | 'ending' | 'stranded' | 'ended'

/** State of the recording view. Times are recorded time in milliseconds, without pauses and interruptions. */
export type RecorderState = {
  phase: Phase
  sessionId: string | null
  elapsedMs: number
  /** Recorded time that was captured: sent, stored in this browser or only in memory. */
  capturedMs: number
  /** Recorded time up to which all audio is stored in this browser or sent. */
  storedMs: number
  /** Recorded time that is durable on the server: 'Saved through mm:ss'. */
  savedMs: number
  line: Connection
  microphone: Microphone
  /**
   * Whether the browser processes audio. If not, there is no level meter, no live text and no warning about silence.
   */
  hasLevel: boolean
  /** Id of the selected microphone; null for the browser's default. */
  deviceId: string | null
  isScreenKeptAwake: boolean
  /** Whether the recording has reached a multiple of 90 minutes, so that the page asks whether to continue. */
  isLong: boolean
  /**
   * Whether the recording stopped automatically after four hours. The audio stays stored, and End Session processes it.
   */
  isFull: boolean
  /** Whether another user or organization is active in this browser. */
  isOtherIdentity: boolean
  /** User-facing message. Captured audio stays stored. */
  error: string | null
}

/** Loudness of the last tenth of a second for the level meter, from 0 to 1. */
export type Level = number

/**
 * Five seconds of the recording as a mono WAV file of 16 kHz, for the live text. In a video visit, `voice` names the
 * channel.
 */
export type LiveChunk = { start: number; end: number; wav: ArrayBuffer; voice: Voice | null }

/**
 * The recorder of one session. It does not depend on its page; React reads it by `subscribe` and `state`. Its methods
 * never reject, except `toFiles`: errors are in `state.error`.
 */
export interface Recorder {
  readonly state: RecorderState
  subscribe(listener: () => void): () => void
  /** Calls the listener about ten times a second while the microphone is open, paused or not. */
  onLevel: (listener: (level: Level) => void) => () => void
  onLiveChunk(listener: (liveChunk: LiveChunk) => void): () => void
  /**
   * Starts a session. `appointmentId` is the appointment that the session fulfills; `videoVisit` is set for a recording
   * of two voices.
   */
  start(clientId: string, deviceId: string | null, appointmentId?: string, videoVisit?: VideoVisit): Promise<void>
  /** Continues an unfinished recording in a new segment. */
  continueSession(sessionId: string, deviceId: string | null): Promise<void>
  pause(): void
  resume(): void
  /** Changes the microphone, also after one was lost. */
  selectMicrophone(deviceId: string | null): Promise<void>
  /** Answers the question of `isLong`: the recording continues. */
  keepGoing(): void
  /** Captures the last audio, sends all pending audio and starts processing. */
  end(): Promise<void>
  /** Cancels the session and deletes its audio in this browser and on the server. */
  discard(): Promise<void>
  /**
   * Stops capturing and leaves the session unfinished. Captured audio stays stored, and the session can be continued
   * later. While starting, no recording begins, and a session that was started without audio is discarded. Audio that is
   * only in memory is lost in the phase `stranded`.
   */
  leave(): Promise<void>
  /** Returns the session's audio in this browser, one file per segment. @throws if it cannot be read */
  toFiles(): Promise<Blob[]>
}
