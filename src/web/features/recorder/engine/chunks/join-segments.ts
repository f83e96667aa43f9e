import { toInt16 } from '#shared/audio/int16.ts'
import { mixDown } from '#shared/audio/mix-down.ts'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { encodeWav } from '#shared/audio/wav.ts'
import { maxHeaderBytes } from './pending-chunks.ts'

/**
 * Joins several segments into one file. Players stop after the first of concatenated segments, so the segments are
 * decoded into one mono WAV file. If the browser cannot decode one of them, all are concatenated unchanged. A segment
 * that was paused immediately consists only of a header, and is left out.
 */
export async function joinSegments(runs: readonly Blob[]): Promise<Blob> {
  const [first] = runs
  const type = first?.type ?? ''
  if (runs.length < 2) return new Blob([...runs], { type })
  try {
    const context = new OfflineAudioContext(1, 1, speechRate)
    const decode = async (run: Blob) => context.decodeAudioData(await run.arrayBuffer())
    const decoded = await Promise.all(
      runs.map((run) => decode(run).catch((error: unknown) => rethrowUnless(run.size <= maxHeaderBytes, error))),
    )
    const readable = decoded.filter((run) => run !== null)
    if (readable.length === 0) return new Blob([...runs], { type })
    const samples = new Int16Array(readable.reduce((length, run) => length + run.length, 0))
    let filled = 0
    for (const run of readable) {
      samples.set(toMono(run), filled)
      filled += run.length
    }
    return new Blob([encodeWav(samples)], { type: 'audio/wav' })
  } catch {
    return new Blob([...runs], { type })
  }
}

function rethrowUnless(isExpected: boolean, error: unknown): null {
  if (isExpected) return null
  throw error
}

function toMono(audio: AudioBuffer): Int16Array {
  return toInt16(mixDown(Array.from({ length: audio.numberOfChannels }, (_, channel) => audio.getChannelData(channel))))
}
