import { cosine, type Direction, meanDirection } from './directions.ts'
import { findVoices } from './cluster.ts'

/**
 * How near a voice of a recording must be to a remembered one, and how much nearer than every other voice, to be the
 * same person. Measured, see docs/speech.md.
 */
const recognized = { nearness: 0.7, lead: 0.1 }

/** The share of a person's turns that must be one voice. The rest may be noise or a few wrong turns. */
const ownShare = 0.8

/** Index of the voice that is the remembered one; undefined if no voice is near enough, or if a second is nearly as near. */
export function findOwnVoice(voices: readonly Direction[], known: Direction): number | undefined {
  const nearness = voices.map((voice) => (voice.length === known.length ? cosine(voice, known) : 0))
  const best = Math.max(...nearness)
  const at = nearness.indexOf(best)
  const next = Math.max(0, ...nearness.filter((_, i) => i !== at))
  return best >= recognized.nearness && best - next >= recognized.lead ? at : undefined
}

/** The direction of the windows of one person; null if a second voice speaks in many of them. */
export function voiceOf(windows: readonly Direction[]): Direction | null {
  const voices = findVoices(windows, 2)
  const groups = voices.map((voice) =>
    windows.filter((window) => voices.every((other) => cosine(window, voice) >= cosine(window, other))),
  )
  const largest = groups.toSorted((one, other) => other.length - one.length)[0] ?? []
  return largest.length > 0 && largest.length >= ownShare * windows.length ? meanDirection(largest) : null
}
