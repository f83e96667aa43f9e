const frame = 1_600
/** Root mean square below which a tenth of a second counts as silence (-50 dBFS). */
const silenceRms = 0.003
/** One channel leads if it is this much louder than the other (12 dB). */
const lead = 4

/**
 * True if two channels carry one speaker each: in most audible tenths of a second one channel clearly leads, and each
 * channel leads in a fair part of them. False for a stereo microphone, a mono file copied to both channels, or a silent
 * channel.
 */
export function hasSpeakerPerChannel(left: Float32Array, right: Float32Array): boolean {
  let leftLeads = 0
  let rightLeads = 0
  let active = 0
  for (let at = 0; at + frame <= left.length; at += frame) {
    const l = loudness(left, at)
    const r = loudness(right, at)
    if (Math.max(l, r) < silenceRms) continue
    active++
    if (l > r * lead) leftLeads++
    if (r > l * lead) rightLeads++
  }
  return active >= 10 && leftLeads + rightLeads > active * 0.6 && Math.min(leftLeads, rightLeads) > active * 0.05
}

function loudness(samples: Float32Array, start: number): number {
  let sum = 0
  for (let i = start; i < start + frame; i++) sum += (samples[i] ?? 0) ** 2
  return Math.sqrt(sum / frame)
}
