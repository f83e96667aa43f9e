import { concat, speechRate } from './pcm.ts'

const zeroCrossings = 16

/**
 * Streaming conversion of one channel to 16 kHz: a windowed sinc (Hann) at half the lower rate, stored as one row of
 * taps for each phase between the two rates.
 */
export class Resampler {
  readonly #step: number
  readonly #phases: number
  readonly #taps: number
  readonly #table: Float32Array
  #held: Float32Array
  /** Position of the next output sample: whole input samples into `#held`, plus `#phase / #phases`. */
  #position = 0
  #phase = 0

  constructor(rate: number) {
    const divisor = greatestCommonDivisor(rate, speechRate)
    this.#phases = speechRate / divisor
    this.#step = rate / divisor
    const stretch = Math.max(1, rate / speechRate)
    const half = Math.ceil(zeroCrossings * stretch)
    this.#taps = half * 2
    this.#held = new Float32Array(half - 1)
    this.#table = kernel(this.#phases, half, stretch)
  }

  /** The output that these samples complete. */
  push(samples: Float32Array): Float32Array {
    this.#held = concat([this.#held, samples])
    const held = this.#held
    const ready = Math.max(0, Math.ceil(((held.length - this.#taps + 1 - this.#position) * this.#phases) / this.#step))
    const out = new Float32Array(ready + 1)
    let count = 0
    while (this.#position + this.#taps <= held.length) {
      const row = this.#phase * this.#taps
      let sum = 0
      for (let i = 0; i < this.#taps; i++) sum += (held[this.#position + i] ?? 0) * (this.#table[row + i] ?? 0)
      out[count++] = sum
      this.#phase += this.#step
      this.#position += Math.floor(this.#phase / this.#phases)
      this.#phase %= this.#phases
    }
    const passed = Math.min(this.#position, held.length)
    this.#held = held.slice(passed)
    this.#position -= passed
    return out.subarray(0, count)
  }

  /** The remaining output at the end of the recording. */
  flush(): Float32Array {
    return this.push(new Float32Array(this.#taps / 2))
  }
}

function kernel(phases: number, half: number, stretch: number): Float32Array {
  const taps = half * 2
  const table = new Float32Array(phases * taps)
  for (let phase = 0; phase < phases; phase++) {
    let sum = 0
    for (let i = 0; i < taps; i++) {
      const distance = i - (half - 1) - phase / phases
      const x = distance / stretch
      const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
      const window = Math.abs(distance) >= half ? 0 : 0.5 + 0.5 * Math.cos((Math.PI * distance) / half)
      table[phase * taps + i] = sinc * window
      sum += sinc * window
    }
    for (let i = 0; i < taps; i++) table[phase * taps + i] = (table[phase * taps + i] ?? 0) / sum
  }
  return table
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
