import { speechRate } from '#shared/audio/speech-rate.ts'
import { concat } from '#server/providers/media/pcm.ts'
import type { Stretch, VoiceDetector } from './voice.ts'

const frame = speechRate / 10
/** Root mean square below which a tenth of a second is silence (-50 dBFS). */
const silenceRms = 0.003
/** Number of silent frames that end a stretch, and largest number of frames of a stretch. */
const pause = 5
const maxFrames = 200

/**
 * Detects everything that is not silence. It replaces the voice model on machines without the native library. There it
 * only selects the audio for an endpoint, so noise is included but no speech is lost.
 */
export function createLoudnessDetector(): VoiceDetector {
  let rest = new Float32Array(0)
  let position = 0
  let frames: Float32Array[] = []
  let silent = 0

  function close(): Stretch[] {
    const loudFrames = frames.slice(0, frames.length - silent)
    const start = position - frames.length * frame
    frames = []
    silent = 0
    return loudFrames.length > 0 ? [{ start, samples: concat(loudFrames) }] : []
  }

  function step(samples: Float32Array): Stretch[] {
    const loud = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / frame) > silenceRms
    position += frame
    if (!loud && frames.length === 0) return []
    frames.push(samples)
    silent = loud ? 0 : silent + 1
    return silent >= pause || frames.length >= maxFrames ? close() : []
  }

  function accept(samples: Float32Array): Stretch[] {
    const all = concat([rest, samples])
    const stretches: Stretch[] = []
    let at = 0
    for (; at + frame <= all.length; at += frame) stretches.push(...step(all.slice(at, at + frame)))
    rest = all.slice(at)
    return stretches
  }

  return { accept, flush: () => [...accept(new Float32Array(frame - rest.length)), ...close()] }
}
