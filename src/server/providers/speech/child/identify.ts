import { speechRate } from '#shared/audio/speech-rate.ts'
import { type DecodedAudio, shareOf } from '#server/providers/media/decode.ts'
import type { Direction } from '../speakers/directions.ts'
import type { SpeakerCount, Voices } from '../speakers/port.ts'
import type { VoicedStretch } from '../speakers/turns.ts'
import { separateVoices } from '../speakers/voices.ts'
import type { OverlapFinder } from './overlap-finder.ts'
import { type EmbedVoice, voicedStretch } from './voice-windows.ts'
import type { Stretch, VoiceDetector } from './voice.ts'

export interface IdentifyOptions {
  detector: VoiceDetector
  embed: EmbedVoice
  overlaps: OverlapFinder
  count: SpeakerCount
  /** A remembered voice to look for. */
  known?: Direction | undefined
  onProgress: (share: number) => Promise<void>
}

/** The voices of a recording with one channel. Of its audio, only the current stretch and ten seconds are in memory. */
export async function identifyVoices(
  audio: DecodedAudio,
  { detector, embed, overlaps, count, known, onProgress }: IdentifyOptions,
): Promise<Voices> {
  const stretches: VoicedStretch[] = []
  const add = (found: readonly Stretch[]) => {
    for (const stretch of found) {
      const voiced = voicedStretch(stretch, embed)
      if (voiced) stretches.push(voiced)
    }
  }
  let seconds = 0
  for await (const [samples = new Float32Array(0)] of audio.blocks) {
    add(detector.accept(samples))
    overlaps.accept(samples)
    seconds += samples.length / speechRate
    await onProgress(shareOf(audio, seconds))
  }
  add(detector.flush())
  return separateVoices(stretches, count, { known, overlaps: overlaps.flush() })
}
