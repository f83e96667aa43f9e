/** Half the filter's length, in samples of the lower rate. */
const reach = 32
/** Start of the filter's roll-off, as a fraction of half the lower rate. */
const pass = 0.92
/** Maximum number of filter phases, for rates without a small common ratio: error of at most 1/1024 sample. */
const maxPhases = 512

export type Resampler = { push(block: Float32Array): void }

/** Resamples a stream by a windowed sinc (Blackman). Output starts at the same moment as input. */
export function createResampler(from: number, to: number, onSample: (sample: number) => void): Resampler {
  const ratio = from / to
  const half = Math.ceil(reach * Math.max(1, ratio))
  const taps = half * 2
  const common = greatestCommonDivisor(from, to)
  const phases = Math.min(maxPhases, to / common)
  const filters = new Map<number, Float32Array>()
  let buffer = new Float32Array(taps * 2 + 4096)
  // Silence precedes the first sample, so that the first output is centered on it.
  let filled = half - 1
  let made = 0
  let dropped = 0

  const filterOf = (phase: number) => {
    const known = filters.get(phase)
    if (known) return known
    const filter = makeFilter(phase / phases, half, pass * Math.min(1, 1 / ratio))
    filters.set(phase, filter)
    return filter
  }

  const push = (block: Float32Array) => {
    if (filled + block.length > buffer.length) {
      const larger = new Float32Array((filled + block.length) * 2)
      larger.set(buffer.subarray(0, filled))
      buffer = larger
    }
    buffer.set(block, filled)
    filled += block.length
    for (;;) {
      const centre = (made * from) / to
      let whole = Math.floor(centre)
      let phase = Math.round((centre - whole) * phases)
      if (phase === phases) {
        whole += 1
        phase = 0
      }
      const start = whole - dropped
      if (start + taps > filled) return dropBefore(start)
      const filter = filterOf(phase)
      let sum = 0
      for (let index = 0; index < taps; index++) sum += (buffer[start + index] ?? 0) * (filter[index] ?? 0)
      onSample(sum)
      made += 1
    }
  }

  const dropBefore = (start: number) => {
    buffer.copyWithin(0, start, filled)
    filled -= start
    dropped += start
  }

  return { push }
}

/** A fractional-delay low-pass: `fraction` after the middle sample, `cutoff` as a fraction of half the rate. */
function makeFilter(fraction: number, half: number, cutoff: number): Float32Array {
  const filter = Float32Array.from({ length: half * 2 }, (_, index) => {
    const x = index - (half - 1) - fraction
    if (Math.abs(x) >= half) return 0
    const window = 0.42 + 0.5 * Math.cos((Math.PI * x) / half) + 0.08 * Math.cos((2 * Math.PI * x) / half)
    const sinc = x === 0 ? cutoff : Math.sin(Math.PI * cutoff * x) / (Math.PI * x)
    return sinc * window
  })
  const sum = filter.reduce((total, tap) => total + tap, 0)
  return filter.map((tap) => tap / sum)
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other)
}
