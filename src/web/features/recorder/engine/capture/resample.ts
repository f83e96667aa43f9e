/** Half the filter's length, in samples of the slower of both rates. */
const reach = 32
/** Where the filter begins to close, as part of the slower rate's half. */
const pass = 0.92
/** Rates without a small common ratio share this many filter phases: an error of 1/1024 sample at most. */
const maxPhases = 512

export type Resampler = { push(block: Float32Array): void }

/**
 * Turns a stream of samples from one rate into another by a windowed sinc (Blackman), with no state but its filter: what
 * comes out starts at the same moment as what went in.
 */
export function createResampler(from: number, to: number, onSample: (sample: number) => void): Resampler {
  const ratio = from / to
  const half = Math.ceil(reach * Math.max(1, ratio))
  const taps = half * 2
  const common = greatestCommonDivisor(from, to)
  const phases = Math.min(maxPhases, to / common)
  const filters = new Map<number, Float32Array>()
  let buffer = new Float32Array(taps * 2 + 4096)
  // Silence stands before the first sample, so that the first one out is centred on it.
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

/** A low-pass that reads between samples: `fraction` after the one in its middle, `cutoff` as part of half the rate. */
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
