import type { Direction } from './directions.ts'

/** Speakers that a recording may have. `auto`: as many voices as differ, up to `maxVoices`. */
export type SpeakerCount = 'auto' | number

export const maxVoices = 6

/** One and a half seconds of speech, as a direction in the space of voices. Times are seconds. */
export interface VoiceWindow {
  start: number
  end: number
  /** Of length 1. */
  embedding: Direction
}

/** Speech of one voice without a longer pause. Turns of different voices overlap in crosstalk. Times are seconds. */
export interface Turn {
  start: number
  end: number
  /** Number of the voice from 0, in order of appearance. */
  voice: number
}

/** The result for a recording; one voice if no two voices differ. */
export interface Voices {
  count: number
  turns: Turn[]
  /** Number of the voice that is the remembered one. */
  own?: number
}

/** A part of a recording, in seconds. */
export interface Span {
  start: number
  end: number
}

/** A remembered voice. Only directions of the same model can be compared. */
export interface RememberedVoice {
  model: string
  direction: Direction
}

/** The voice in the turns of one person, or why there is none. */
export type ReadVoice = { voice: RememberedVoice } | { problem: 'too short' | 'mixed' }

/** Computes the voice of one person in a recording with one channel. */
export interface VoiceReader {
  /** Name of the installed model; null without one. */
  model(): string | null
  /**
   * The voice that speaks in `turns`.
   * @throws SpeechError if the model is missing or fails. Aborting rejects with the signal's reason.
   */
  read(path: string, turns: readonly Span[], signal: AbortSignal): Promise<ReadVoice>
}
