import { liveChunkRate } from '../capture/audio-tap-messages.ts'
import { toWav } from '../capture/wav.ts'

/** What a recorder writes before its first audio, and no more. A run that is paused at once is only that. */
const largestHeader = 1024

/**
 * Makes one file of what several runs of a recorder wrote. One after the other in a file, players stop after the first; so
 * they are decoded and become a WAV file, mono. When this browser cannot decode a run with audio, all stay as they are, one after
 * the other.
 */
export async function joinSegments(runs: readonly Blob[]): Promise<Blob> {
  const [first] = runs
  const type = first?.type ?? ''
  if (runs.length < 2) return new Blob([...runs], { type })
  try {
    const context = new OfflineAudioContext(1, 1, liveChunkRate)
    const decode = async (run: Blob) => context.decodeAudioData(await run.arrayBuffer())
    const decoded = await Promise.all(
      runs.map((run) => decode(run).catch((error: unknown) => rethrowUnless(run.size <= largestHeader, error))),
    )
    const heard = decoded.filter((run) => run !== null)
    if (heard.length === 0) return new Blob([...runs], { type })
    const samples = new Int16Array(heard.reduce((length, run) => length + run.length, 0))
    let filled = 0
    for (const run of heard) {
      samples.set(toMono(run), filled)
      filled += run.length
    }
    return new Blob([toWav(samples, liveChunkRate)], { type: 'audio/wav' })
  } catch {
    return new Blob([...runs], { type })
  }
}

function rethrowUnless(isExpected: boolean, error: unknown): null {
  if (isExpected) return null
  throw error
}

function toMono(audio: AudioBuffer): Int16Array {
  const channels = Array.from({ length: audio.numberOfChannels }, (_, channel) => audio.getChannelData(channel))
  return Int16Array.from({ length: audio.length }, (_, at) => {
    const mean = channels.reduce((sum, channel) => sum + (channel[at] ?? 0), 0) / channels.length
    return Math.round(Math.max(-1, Math.min(1, mean)) * 32_767)
  })
}
