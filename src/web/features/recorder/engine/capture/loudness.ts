/** Level of silence in dBFS. A room with a working microphone is never as quiet. */
const silenceDb = -70
/** Duration of silence before a warning, in milliseconds. */
const silentAfterMs = 8000
/** Lower end of the level meter, in dBFS. */
const meterDb = -60

function decibels(rms: number): number {
  return 20 * Math.log10(rms)
}

/** Converts an RMS value to the scale of the meter: 0 to 1 over 60 dB, proportional to perceived loudness. */
export function loudness(rms: number): number {
  return Math.min(1, Math.max(0, 1 - decibels(rms) / meterDb))
}

/** Returns the duration of silence in milliseconds after another `ms` with this RMS. */
export function nextSilenceMs(before: number, rms: number, ms: number): number {
  return decibels(rms) < silenceDb ? before + ms : 0
}

export function isSilent(quietMs: number): boolean {
  return quietMs >= silentAfterMs
}
