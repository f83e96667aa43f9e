import type { Weight } from '../weight.ts'

const halfLength = 125
const length = 2 * halfLength + 1
const lowest = 50
const highest = 8_000

/**
 * The 80 filters of a SincNet, 40 even and 40 odd, from the lower limit and the width of their bands (Ravanelli and Bengio
 * 2018, with the odd filters of Pariente et al. 2020).
 */
export function sincFilters(weights: ReadonlyMap<string, Weight>): Float32Array {
  const read = (name: string) => weights.get(`sincnet.conv1d.0.filterbank.${name}`)?.values ?? new Float32Array()
  const [lows, widths, window, phases] = [read('low_hz_'), read('band_hz_'), read('window_'), read('n_')]
  const filters = new Float32Array(2 * lows.length * length)
  for (const [i, rawLow] of lows.entries()) {
    const low = lowest + Math.abs(rawLow)
    const high = Math.min(highest, Math.max(lowest, low + lowest + Math.abs(widths[i] ?? 0)))
    const band = 2 * (high - low)
    const even = filters.subarray(i * length, (i + 1) * length)
    const odd = filters.subarray((lows.length + i) * length, (lows.length + i + 1) * length)
    even[halfLength] = 1
    for (let t = 0; t < halfLength; t++) {
      const phase = phases[t] ?? 0
      const scale = (window[t] ?? 0) / (phase / 2) / band
      even[t] = even[length - 1 - t] = (Math.sin(high * phase) - Math.sin(low * phase)) * scale
      odd[t] = (Math.cos(low * phase) - Math.cos(high * phase)) * scale
      odd[length - 1 - t] = -(odd[t] ?? 0)
    }
  }
  return filters
}
