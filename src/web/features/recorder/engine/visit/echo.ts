import { speechRate } from '#shared/audio/speech-rate.ts'

/** Samples per step of the loudness curve: 10 ms. */
const step = speechRate / 100
/** Maximum delay of an echo in steps: 400 ms. */
const maxDelaySteps = 40
/** Root mean square of 16-bit samples below which a chunk counts as silent (-55 dBFS). */
const silenceRms = 58
/** Minimum correlation of an echo. The curves of two people who speak in turn correlate far less. */
const echoCorrelation = 0.75

/** Returns whether a chunk contains no audible voice. */
export function isQuiet(samples: Int16Array): boolean {
  return rootMeanSquare(samples, 0, samples.length) < silenceRms
}

/**
 * Returns whether the microphone picks up the voice of the tab: the loudness of the microphone then follows that of the
 * tab with a constant delay. Null if one of them is silent, so that they cannot be compared. Both are 16 kHz samples of
 * the same seconds.
 */
export function hasEcho(tab: Int16Array, microphone: Int16Array): boolean | null {
  if (isQuiet(tab) || isQuiet(microphone)) return null
  const source = loudnessCurve(tab)
  const repeated = loudnessCurve(microphone)
  for (let delay = 0; delay <= maxDelaySteps; delay++) {
    const length = source.length - maxDelaySteps
    if (correlation(source.slice(0, length), repeated.slice(delay, delay + length)) > echoCorrelation) return true
  }
  return false
}

function loudnessCurve(samples: Int16Array): number[] {
  return Array.from({ length: Math.floor(samples.length / step) }, (_, at) => rootMeanSquare(samples, at * step, step))
}

function rootMeanSquare(samples: Int16Array, from: number, length: number): number {
  let sum = 0
  for (let at = from; at < from + length; at++) sum += (samples[at] ?? 0) ** 2
  return Math.sqrt(sum / length)
}

/** Returns Pearson's correlation; 0 for a constant curve. */
function correlation(one: readonly number[], other: readonly number[]): number {
  const mean = (curve: readonly number[]) => curve.reduce((sum, value) => sum + value, 0) / curve.length
  const [meanOne, meanOther] = [mean(one), mean(other)]
  let product = 0
  let squaresOne = 0
  let squaresOther = 0
  for (const [at, value] of one.entries()) {
    const deviationOne = value - meanOne
    const deviationOther = (other[at] ?? 0) - meanOther
    product += deviationOne * deviationOther
    squaresOne += deviationOne * deviationOne
    squaresOther += deviationOther * deviationOther
  }
  const scale = Math.sqrt(squaresOne * squaresOther)
  return scale === 0 ? 0 : product / scale
}
