import { speechRate } from '#shared/audio/speech-rate.ts'

/** A beep of 50 ms at the beginning of each second. */
export function pulses(seconds: number): Int16Array {
  return Int16Array.from({ length: seconds * speechRate }, (_, at) => {
    const place = at % speechRate
    return place < speechRate / 20 ? Math.round(9000 * Math.sin((2 * Math.PI * 1000 * place) / speechRate)) : 0
  })
}

/** The times of the beeps in milliseconds. */
export function beeps(samples: Float32Array): number[] {
  const found: number[] = []
  for (let at = 0; at < samples.length; at++) {
    if (Math.abs(samples[at] ?? 0) < 0.1) continue
    found.push((at * 1000) / speechRate)
    at += speechRate / 2
  }
  return found
}

/** For each left beep, the delay of the nearest right beep in milliseconds, if it is at most half a second. */
export function delays(left: readonly number[], right: readonly number[]): number[] {
  return left.flatMap((time) => {
    const nearest = right.toSorted((one, other) => Math.abs(one - time) - Math.abs(other - time))[0]
    return nearest === undefined || Math.abs(nearest - time) > 500 ? [] : [nearest - time]
  })
}
