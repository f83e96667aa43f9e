import type { Voice } from '../engine/capture/audio-tap-messages.ts'
import type { LiveLine } from './use-live-text.ts'

/** Consecutive words of one voice. `start` is in recorded seconds. */
export type Turn = { id: string; voice: Voice; start: number; text: string }

/** Joins the live text of a video visit into turns, in order of time. */
export function turnsOf(utterances: readonly LiveLine[]): Turn[] {
  const turns: Turn[] = []
  for (const { id, voice, start, text } of utterances.toSorted((one, other) => one.start - other.start)) {
    const last = turns.at(-1)
    if (voice === null) continue
    if (last?.voice === voice) last.text += ` ${text}`
    else turns.push({ id, voice, start, text })
  }
  return turns
}
