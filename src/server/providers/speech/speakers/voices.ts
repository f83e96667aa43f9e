import { findVoices } from './cluster.ts'
import type { Direction } from './directions.ts'
import { findOwnVoice } from './own-voice.ts'
import type { SpeakerCount, Span, Turn, Voices } from './port.ts'
import { turnsOf, type VoicedStretch } from './turns.ts'

/** Seconds of silence between two stretches of a voice that still belong to one turn. */
const pause = 0.6

interface Hints {
  /** A remembered voice to look for. */
  known?: Direction | undefined
  /** When two voices speak at the same time, in order. */
  overlaps?: readonly Span[]
}

/**
 * The voices of a recording and when each of them speaks. Stretches are in order of time.
 */
export function separateVoices(
  stretches: readonly VoicedStretch[],
  count: SpeakerCount,
  { known, overlaps = [] }: Hints = {},
): Voices {
  const windows = stretches.flatMap((stretch) => stretch.windows)
  const means = findVoices(
    windows.map(({ embedding }) => embedding),
    count,
  )
  const ownVoice = known && findOwnVoice(means, known)
  return numbered(joinTurns(stretches.flatMap((stretch) => turnsOf(stretch, means, overlaps))), ownVoice)
}

/** Joins turns of one voice with a short pause and no other voice between them. */
function joinTurns(turns: readonly Turn[]): Turn[] {
  const result: Turn[] = []
  for (const turn of turns.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last?.voice === turn.voice && turn.start - last.end < pause) last.end = Math.max(last.end, turn.end)
    else result.push({ ...turn })
  }
  return result
}

/** Numbers the voices by their first turn. */
function numbered(turns: readonly Turn[], own: number | undefined): Voices {
  const order = [...new Set(turns.map(({ voice }) => voice))]
  return {
    count: order.length,
    turns: turns.map((turn) => ({ ...turn, voice: order.indexOf(turn.voice) })),
    ...(own !== undefined && order.includes(own) && { own: order.indexOf(own) }),
  }
}
