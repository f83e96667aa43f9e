/** A block of audio: one array per channel, equally long, samples from -1 to 1. */
export interface PcmBlock {
  rate: number
  channels: Float32Array[]
}

export function concat(parts: readonly Float32Array[]): Float32Array {
  const joinedSamples = new Float32Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joinedSamples.set(part, at)
    at += part.length
  }
  return joinedSamples
}
