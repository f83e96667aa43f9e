/** Quieter than any room with a working microphone, in dB below full scale. */
const silenceDb = -70
/** Silence lasts this long before it is a warning. */
const silentAfterMs = 8000
/** Foot of the level meter, in dB below full scale. */
const meterDb = -60

function decibels(rms: number): number {
  return 20 * Math.log10(rms)
}

/** What the meter shows of a root mean square: 0 to 1 over 60 dB, as ears hear it. */
export function loudness(rms: number): number {
  return Math.min(1, Math.max(0, 1 - decibels(rms) / meterDb))
}

/** For how long nothing but silence was heard, after another `ms` of sound with this root mean square. */
export function quietFor(before: number, rms: number, ms: number): number {
  return decibels(rms) < silenceDb ? before + ms : 0
}

export function isSilent(quietMs: number): boolean {
  return quietMs >= silentAfterMs
}
