/** Quieter than any room with a working microphone, in dBFS. */
const silenceDb = -70
/** Silence before a warning, in milliseconds. */
const silentAfterMs = 8000
/** Bottom of the level meter, in dBFS. */
const meterDb = -60

function decibels(rms: number): number {
  return 20 * Math.log10(rms)
}

/** Maps an RMS value to the meter: 0 to 1 over 60 dB, like perceived loudness. */
export function loudness(rms: number): number {
  return Math.min(1, Math.max(0, 1 - decibels(rms) / meterDb))
}

/** Updates the duration of silence in milliseconds after another `ms` with this RMS. */
export function quietFor(before: number, rms: number, ms: number): number {
  return decibels(rms) < silenceDb ? before + ms : 0
}

export function isSilent(quietMs: number): boolean {
  return quietMs >= silentAfterMs
}
