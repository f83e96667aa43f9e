/** Speakers that a recording may have. `auto`: as many voices as differ, up to `mostVoices`. */
export type SpeakerCount = 'auto' | number

export const mostVoices = 6

/** One and a half seconds of speech, as a direction in the space of voices. Times are seconds. */
export interface VoiceWindow {
  start: number
  end: number
  /** Of length 1. */
  embedding: Float32Array
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
}
