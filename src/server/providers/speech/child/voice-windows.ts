import { speechRate } from '#shared/audio/speech-rate.ts'
import { normalized } from '../speakers/directions.ts'
import type { VoiceWindow } from '../speakers/port.ts'
import { framesPerSecond, type VoicedStretch } from '../speakers/turns.ts'
import type { Stretch } from './voice.ts'

/** Computes the direction of a voice from 16 kHz audio. */
export type EmbedVoice = (samples: Float32Array) => Float32Array

/** Seconds of a window, the step to the next one, and the shortest speech that has a voice. */
const length = 1.6
const step = 0.8
const minSeconds = 0.3

/** The windows and loudness of a stretch of speech; null if it is too short. */
export function voicedStretch({ start, samples }: Stretch, embed: EmbedVoice): VoicedStretch | null {
  const from = start / speechRate
  const duration = samples.length / speechRate
  if (duration < minSeconds) return null
  const count = Math.max(1, Math.ceil((duration - length) / step) + 1)
  const last = Math.max(0, duration - length)
  const windows: VoiceWindow[] = []
  for (let i = 0; i < count; i++) {
    const at = count === 1 ? 0 : (i * last) / (count - 1)
    const first = Math.round(at * speechRate)
    const part = samples.slice(first, first + length * speechRate)
    const embedding = normalized(embed(part))
    windows.push({ start: from + at, end: from + at + part.length / speechRate, embedding })
  }
  return { start: from, end: from + duration, energies: energiesOf(samples), windows }
}

function energiesOf(samples: Float32Array): number[] {
  const frame = speechRate / framesPerSecond
  return Array.from({ length: Math.ceil(samples.length / frame) }, (_, i) => {
    const part = samples.subarray(i * frame, (i + 1) * frame)
    return part.reduce((sum, sample) => sum + sample * sample, 0) / part.length
  })
}
