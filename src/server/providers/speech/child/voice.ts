import { fileURLToPath } from 'node:url'
import type { Vad } from 'sherpa-onnx-node'
import { speechRate } from '#shared/audio/speech-rate.ts'

/** A stretch of speech in one channel; `start` counts samples from the start of the recording. */
export interface Stretch {
  start: number
  samples: Float32Array
}

/** Detects speech in 16 kHz audio, in blocks of any size. */
export interface VoiceDetector {
  accept(samples: Float32Array): Stretch[]
  flush(): Stretch[]
}

/** A detector for several recordings, one after another. Loading its model takes longer than searching a short recording. */
export interface ReusableDetector extends VoiceDetector {
  /** Begins the next recording, at position 0. */
  reset(): void
}

/** Samples that Silero processes in one step. */
const windowSize = 512

/** Seconds after which speech is cut at the next short pause. Whisper silently drops audio beyond 30 seconds. */
const maxSpeechSeconds = 20

/**
 * Silero's voice activity model, version 6 (MIT). It is bundled because its npm package depends on 139 MB of browser
 * runtime.
 */
const model = fileURLToPath(new URL('../voice-model/silero_vad_v6.onnx', import.meta.url))

/** @throws Error without the native library for this machine */
export async function createVoiceDetector(): Promise<ReusableDetector> {
  const { default: sherpa } = await import('sherpa-onnx-node')
  const sileroVad = {
    model,
    threshold: 0.5,
    minSpeechDuration: 0.25,
    minSilenceDuration: 0.5,
    maxSpeechDuration: maxSpeechSeconds,
    windowSize,
  }
  const vad = new sherpa.Vad({ sileroVad, sampleRate: speechRate, numThreads: 1, debug: 0 }, 60)
  let rest = new Float32Array(0)
  return {
    accept(samples) {
      const all = new Float32Array(rest.length + samples.length)
      all.set(rest)
      all.set(samples, rest.length)
      let at = 0
      for (; at + windowSize <= all.length; at += windowSize) vad.acceptWaveform(all.slice(at, at + windowSize))
      rest = all.slice(at)
      return drain(vad)
    },
    flush() {
      const last = new Float32Array(windowSize)
      last.set(rest)
      if (rest.length > 0) vad.acceptWaveform(last)
      vad.flush()
      return drain(vad)
    },
    reset() {
      vad.reset()
      rest = new Float32Array(0)
    },
  }
}

/** A detector that skips the first samples of a recording, because searching them takes as long as all others. */
export function startingAfter(skipped: number, detector: VoiceDetector): VoiceDetector {
  if (skipped === 0) return detector
  let position = 0
  const moved = (stretches: Stretch[]) => stretches.map(({ start, samples }) => ({ start: start + skipped, samples }))
  return {
    accept(samples) {
      const from = Math.max(0, skipped - position)
      position += samples.length
      return from < samples.length ? moved(detector.accept(samples.subarray(from))) : []
    },
    flush: () => moved(detector.flush()),
  }
}

/** Minimum number of samples of a rest that is transcribed. The detector ignores shorter sounds, too. */
const minRestSamples = 0.25 * speechRate

/** The part of a stretch after `finished` (samples); null if nothing is left to transcribe. */
export function restOf({ start, samples }: Stretch, finished: number): Stretch | null {
  if (start >= finished) return { start, samples }
  const rest = samples.slice(finished - start)
  return rest.length < minRestSamples ? null : { start: finished, samples: rest }
}

function drain(vad: Vad): Stretch[] {
  const stretches: Stretch[] = []
  while (!vad.isEmpty()) {
    stretches.push(...splitLong(vad.front(false), maxSpeechSeconds * speechRate))
    vad.pop()
  }
  return stretches
}

/** Cuts speech without a pause at its quietest place, in the last third before the limit. */
export function splitLong(stretch: Stretch, limit: number): Stretch[] {
  const parts: Stretch[] = []
  let { start, samples } = stretch
  while (samples.length > limit) {
    const cutAt = quietest(samples, Math.floor((limit * 2) / 3), limit)
    parts.push({ start, samples: samples.slice(0, cutAt) })
    start += cutAt
    samples = samples.slice(cutAt)
  }
  return [...parts, { start, samples }]
}

function quietest(samples: Float32Array, from: number, to: number): number {
  const step = 800
  let best = to
  let least = Infinity
  for (let at = from; at + step <= to; at += step) {
    let energy = 0
    for (let i = at; i < at + step; i++) energy += (samples[i] ?? 0) ** 2
    if (energy >= least) continue
    least = energy
    best = at + step / 2
  }
  return best
}
