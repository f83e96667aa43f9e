/** A block of audio: one array per channel, equally long, samples from -1 to 1. */
export interface PcmBlock {
  rate: number
  channels: Float32Array[]
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
