/** 16-bit samples as floats from -1 to 1, as models expect them. */
export function toFloat32(samples: Int16Array): Float32Array {
  return Float32Array.from(samples, (sample) => sample / 32_768)
}
