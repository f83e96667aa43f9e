/**
 * Whether the microphone hears. `silent`: nothing but silence for a while; `gone`: unplugged, or its permission withdrawn;
 * `not recorded`: it works, and the browser's recorder failed.
 */
export type Microphone = 'ok' | 'silent' | 'muted' | 'gone' | 'not recorded'

/** Whether captured audio reaches the server. `signed out`: it waits here until the same person signs in again. */
export type Connection = 'sending' | 'waiting' | 'disk full' | 'signed out'

/**
 * `interrupted`: the session goes on but nothing is captured, since the microphone is gone or the computer slept.
 * `ended`: the server has everything and processes it.
 */
export type Phase = 'idle' | 'starting' | 'recording' | 'paused' | 'interrupted' | 'ending' | 'ended'

/** What the recording view shows. Times are recorded time in milliseconds: pauses and interruptions do not count. */
export type RecorderState = {
  phase: Phase
  sessionId: string | null
  elapsedMs: number
  /** Kept safe in this browser, sent or not. */
  storedMs: number
  /** Durable on the server: 'Saved to mm:ss'. */
  savedMs: number
  line: Connection
  microphone: Microphone
  /** Whether the browser processes the sound beside recording it. Without, there is no level, no live text, and silence is not noticed. */
  hasLevel: boolean
  /** The chosen microphone; null is the browser's own choice. */
  deviceId: string | null
  isScreenKeptAwake: boolean
  /** The recording has run for 90 minutes, and again each further 90: the page asks whether it goes on. */
  isLong: boolean
  /** It stopped itself after four hours. Everything is kept; End Session processes it. */
  isFull: boolean
  /** The sentence a person reads; what was captured is kept. */
  error: string | null
}

/** Loudness of the last tenth of a second, 0 to 1, for the level meter. */
export type Level = number

/** Five seconds of the recording as a mono 16 kHz WAV file, for the live text. */
export type LiveChunk = { start: number; end: number; wav: ArrayBuffer }

/**
 * One session's recorder. It works without the page that shows it: React reads it by `subscribe` and `state`.
 * No method rejects: what goes wrong stands in `state.error`.
 */
export interface Recorder {
  readonly state: RecorderState
  subscribe(listener: () => void): () => void
  /** Called about ten times a second while the microphone is open, paused or not. */
  onLevel(listener: (level: Level) => void): () => void
  onLivePiece(listener: (piece: LiveChunk) => void): () => void
  /** `appointmentId` is the appointment that the session is meant to be. */
  start(clientId: string, deviceId: string | null, appointmentId?: string): Promise<void>
  /** Goes on with an unfinished recording, in a segment of its own. */
  continueSession(sessionId: string, deviceId: string | null): Promise<void>
  pause(): void
  resume(): void
  /** Changes the microphone while recording, and the way on after one was lost. */
  selectMicrophone(deviceId: string | null): Promise<void>
  /** The answer to `isLong`. */
  keepGoing(): void
  /** Captures the rest, sends all that waits and has the session processed. */
  end(): Promise<void>
  /** Cancels the session and throws its audio away, here and on the server. */
  discard(): Promise<void>
  /** Stops capturing and leaves the session unfinished; what was captured stays and is offered on return. */
  leave(): Promise<void>
}
