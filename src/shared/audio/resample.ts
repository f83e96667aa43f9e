/** Half the filter's length, in samples of the lower rate. */
const reach = 20
/** Start of the filter's roll-off, as a fraction of half the lower rate. */
const pass = 0.92
/** Maximum number of filter phases, for rates without a small common ratio: error of at most 1/1024 sample. */
const maxPhases = 512

/** Resamples one channel of a stream by a windowed sinc (Blackman). Output starts at the same moment as input. */
export class Resampler {
  readonly #from: number
  readonly #to: number
  readonly #half: number
  readonly #phases: number
  readonly #filters: (Float32Array | undefined)[] = []
  #buffer: Float32Array
  /** Samples in the buffer. They begin with silence, so that the first output is centered on the first input. */
  #filled: number
  /** Input samples that are no longer in the buffer. */
  #dropped = 0
  /** Output samples so far. */
  #made = 0

  /** Both rates in samples per second. */
  constructor(from: number, to: number) {
    this.#from = from
    this.#to = to
    this.#half = Math.ceil(reach * Math.max(1, from / to))
    this.#phases = Math.min(maxPhases, to / greatestCommonDivisor(from, to))
    this.#buffer = new Float32Array(this.#half * 4 + 4096)
    this.#filled = this.#half - 1
  }

  /** Returns the output samples that this block completes. */
  push(block: Float32Array): Float32Array {
    this.#append(block)
    const taps = this.#half * 2
    const complete = this.#dropped + this.#filled - taps + 1
    const out = new Float32Array(Math.max(0, Math.ceil((complete * this.#to) / this.#from) - this.#made + 1))
    let count = 0
    for (;;) {
      const center = (this.#made * this.#from) / this.#to
      let wholePosition = Math.floor(center)
      let phase = Math.round((center - wholePosition) * this.#phases)
      if (phase === this.#phases) {
        wholePosition += 1
        phase = 0
      }
      const start = wholePosition - this.#dropped
      if (start + taps > this.#filled) {
        this.#dropBefore(start)
        return out.subarray(0, count)
      }
      const filter = this.#filter(phase)
      let sum = 0
      for (let index = 0; index < taps; index++) sum += (this.#buffer[start + index] ?? 0) * (filter[index] ?? 0)
      out[count] = sum
      count += 1
      this.#made += 1
    }
  }

  /** Returns the remaining output at the end of the stream. */
  flush(): Float32Array {
    return this.push(new Float32Array(this.#half))
  }

  #append(block: Float32Array): void {
    if (this.#filled + block.length > this.#buffer.length) {
      const larger = new Float32Array((this.#filled + block.length) * 2)
      larger.set(this.#buffer.subarray(0, this.#filled))
      this.#buffer = larger
    }
    this.#buffer.set(block, this.#filled)
    this.#filled += block.length
  }

  #dropBefore(start: number): void {
    const end = Math.min(start, this.#filled)
    this.#buffer.copyWithin(0, end, this.#filled)
    this.#filled -= end
    this.#dropped += end
  }

  #filter(phase: number): Float32Array {
    return (this.#filters[phase] ??= makeFilter(
      phase / this.#phases,
      this.#half,
      pass * Math.min(1, this.#to / this.#from),
    ))
  }
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
