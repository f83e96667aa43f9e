import { speechRate } from '#shared/audio/speech-rate.ts'
import { type DecodedAudio, shareOf } from '#server/providers/media/decode.ts'
import type { Direction } from '../speakers/directions.ts'
import { voiceOf } from '../speakers/own-voice.ts'
import type { Span } from '../speakers/port.ts'
import { type EmbedVoice, voicedStretch } from './voice-windows.ts'
import type { Stretch, VoiceDetector } from './voice.ts'

export interface ReadVoiceOptions {
  detector: VoiceDetector
  embed: EmbedVoice
  turns: readonly Span[]
  onProgress: (share: number) => Promise<void>
}

/** Shorter speech has no clear voice. */
const minSpeechSeconds = 1
/** Seconds at the ends of a turn in which another speaker may be audible. */
const margin = 0.1

/** The voice of one person, computed from the speech in their turns, and the seconds of that speech. */
export async function readVoice(
  audio: DecodedAudio,
  { detector, embed, turns, onProgress }: ReadVoiceOptions,
): Promise<{ seconds: number; direction: Direction | null }> {
  const windows: Direction[] = []
  let used = 0
  const add = (found: readonly Stretch[]) => {
    for (const part of found.flatMap((stretch) => partsOf(stretch, turns))) {
      const voiced = voicedStretch(part, embed)
      if (!voiced) continue
      used += part.samples.length / speechRate
      windows.push(...voiced.windows.map(({ embedding }) => embedding))
    }
  }
  let seconds = 0
  for await (const [samples = new Float32Array(0)] of audio.blocks) {
    add(detector.accept(samples))
    seconds += samples.length / speechRate
    await onProgress(shareOf(audio, seconds))
  }
  add(detector.flush())
  return { seconds: used, direction: voiceOf(windows) }
}

/** The parts of a stretch within the turns. */
function partsOf({ start, samples }: Stretch, turns: readonly Span[]): Stretch[] {
  return turns.flatMap((turn) => {
    const from = Math.max(start, Math.round((turn.start + margin) * speechRate))
    const to = Math.min(start + samples.length, Math.round((turn.end - margin) * speechRate))
    return to - from >= minSpeechSeconds * speechRate
      ? [{ start: from, samples: samples.slice(from - start, to - start) }]
      : []
  })
}
