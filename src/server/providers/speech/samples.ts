/** 16-bit samples as floats from -1 to 1, as models expect them. */
export function toFloat32(samples: Int16Array): Float32Array {
  const converted = new Float32Array(samples.length)
  // Ten times as fast as `Float32Array.from` with a function.
  for (let i = 0; i < converted.length; i++) converted[i] = (samples[i] ?? 0) / 32_768
  return converted
}
