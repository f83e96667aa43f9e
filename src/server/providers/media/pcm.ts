/** Samples per second of all audio for speech engines. */
export const speechRate = 16_000

/** A block of audio: one array per channel, equally long, samples from -1 to 1. */
export interface PcmBlock {
  rate: number
  channels: Float32Array[]
}

/** The mean of all channels. */
export function mixDown(channels: readonly Float32Array[]): Float32Array {
  const [first, ...others] = channels
  if (!first) return new Float32Array(0)
  if (others.length === 0) return first
  const mixed = Float32Array.from(first)
  for (const channel of others) for (let i = 0; i < mixed.length; i++) mixed[i] = (mixed[i] ?? 0) + (channel[i] ?? 0)
  for (let i = 0; i < mixed.length; i++) mixed[i] = (mixed[i] ?? 0) / channels.length
  return mixed
}

export function concat(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** 16-bit samples for WAV files and speech services; values outside -1 to 1 are clipped. */
export function toInt16(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767))))
}
