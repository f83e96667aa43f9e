import { pieceRate } from './listener-messages.ts'
import { toWav } from './wav.ts'

/**
 * Makes one file of what several runs of a recorder wrote. One after the other in a file, players stop after the first; so
 * they are decoded and become a WAV file, mono. What this browser cannot decode stays as it is, one after the other.
 */
export async function joinRuns(runs: readonly Blob[]): Promise<Blob> {
  const [first] = runs
  const type = first?.type ?? ''
  if (runs.length < 2) return new Blob([...runs], { type })
  try {
    const context = new OfflineAudioContext(1, 1, pieceRate)
    const heard = await Promise.all(runs.map(async (run) => context.decodeAudioData(await run.arrayBuffer())))
    const samples = new Int16Array(heard.reduce((length, run) => length + run.length, 0))
    let filled = 0
    for (const run of heard) {
      samples.set(toMono(run), filled)
      filled += run.length
    }
    return new Blob([toWav(samples, pieceRate)], { type: 'audio/wav' })
  } catch {
    return new Blob([...runs], { type })
  }
}

function toMono(audio: AudioBuffer): Int16Array {
  const channels = Array.from({ length: audio.numberOfChannels }, (_, channel) => audio.getChannelData(channel))
  return Int16Array.from({ length: audio.length }, (_, at) => {
    const mean = channels.reduce((sum, channel) => sum + (channel[at] ?? 0), 0) / channels.length
    return Math.round(Math.max(-1, Math.min(1, mean)) * 32_767)
  })
}
