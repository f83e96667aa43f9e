import { speechRate } from '#shared/audio/speech-rate.ts'
import type { InstalledSpeakerModel } from '../speakers/models.ts'
import type { Span } from '../speakers/port.ts'

/** Finds when two voices speak at the same time. `flush` searches the last samples and returns all overlaps. */
export interface OverlapFinder {
  accept(samples: Float32Array): void
  flush(): Span[]
}

export type MakeOverlapFinder = (model: InstalledSpeakerModel) => Promise<OverlapFinder>

/** Samples that pyannote's segmentation reads in one piece: ten seconds. */
const length = 10 * speechRate

/** Finds nothing without a segmentation model. The native library ends the process for unsuitable models. */
export const createSherpaOverlapFinder: MakeOverlapFinder = async ({ file, segmentation }) => {
  if (segmentation === null) return { accept: () => undefined, flush: () => [] }
  const { default: sherpa } = await import('sherpa-onnx-node')
  // For ten seconds of audio, the library only segments. It loads the model that compares voices, but does not use it.
  const diarization = new sherpa.OfflineSpeakerDiarization({
    segmentation: { pyannote: { model: segmentation }, numThreads: 1, debug: 0 },
    embedding: { model: file, numThreads: 1, debug: 0 },
    clustering: { numClusters: 2, threshold: 0.5 },
    minDurationOn: 0,
    minDurationOff: 0,
  })
  return createOverlapFinder((samples) => diarization.process(samples))
}

/** Finds overlapping stretches of speech. `segment` returns the stretches in a piece of up to ten seconds. */
export function createOverlapFinder(segment: (samples: Float32Array) => readonly Span[]): OverlapFinder {
  const overlaps: Span[] = []
  const buffer = new Float32Array(length)
  let filled = 0
  let offset = 0
  const search = () => {
    if (filled === 0) return
    for (const { start, end } of overlapsOf(segment(buffer.slice(0, filled)))) {
      const [from, to] = [offset + start, Math.min(offset + end, offset + filled / speechRate)]
      if (to > from) overlaps.push({ start: from, end: to })
    }
    offset += filled / speechRate
    filled = 0
  }
  return {
    accept(samples) {
      for (let at = 0; at < samples.length;) {
        const part = samples.subarray(at, at + length - filled)
        buffer.set(part, filled)
        filled += part.length
        at += part.length
        if (filled === length) search()
      }
    },
    flush() {
      search()
      return overlaps
    },
  }
}

function overlapsOf(spans: readonly Span[]): Span[] {
  return spans.flatMap((span, i) =>
    spans
      .slice(i + 1)
      .map((other) => ({ start: Math.max(span.start, other.start), end: Math.min(span.end, other.end) }))
      .filter(({ start, end }) => end > start),
  )
}
