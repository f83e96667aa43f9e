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
