/** 16-bit samples as models take them, from -1 to 1. */
export function toFloat32(samples: Int16Array): Float32Array {
  return Float32Array.from(samples, (sample) => sample / 32_768)
}
