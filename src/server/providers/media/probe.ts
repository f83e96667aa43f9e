import { open } from 'node:fs/promises'
import { openMedia } from './demux.ts'
import { MediaError } from './media-error.ts'
import { measureMp3 } from './mp3.ts'
import { type MediaKind, sniffMedia } from './sniff.ts'
import { readWavLayout } from './wav.ts'

export interface MediaFacts {
  kind: MediaKind
  /** Seconds; null if only decoding can determine it. */
  duration: number | null
  hasVideo: boolean
  /** The audio codec, e.g. `opus`, `aac`, `pcm`; null without an audio track or for an unknown codec. */
  audioCodec: string | null
  audioChannels: number | null
}

const headBytes = 256 * 1024

/** @throws MediaError if the file is not an accepted container */
export async function sniffFile(path: string): Promise<MediaKind> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  const kind = sniffMedia(buffer.subarray(0, bytesRead))
  if (!kind) throw new MediaError('not an accepted recording')
  return kind
}

/**
 * Reads a file's facts without decoding it. A damaged file of a known type has null facts; only decoding shows whether it
 * is readable.
 * @throws MediaError if the file is not an accepted container
 */
export async function probeMedia(path: string): Promise<MediaFacts> {
  const kind = await sniffFile(path)
  if (kind.container === 'wav') return probeWav(path, kind)
  if (kind.container === 'mp3') return probeMp3(path, kind)
  return probeTracks(path, kind)
}

async function probeWav(path: string, kind: MediaKind): Promise<MediaFacts> {
  await using file = await open(path)
  const { isFixedRate, dataBytes, rate, channels, bytesPerSample } = await readWavLayout(file)
  const duration = isFixedRate ? dataBytes / (rate * channels * bytesPerSample) : null
  return { kind, duration, hasVideo: false, audioCodec: isFixedRate ? 'pcm' : null, audioChannels: channels }
}

async function probeMp3(path: string, kind: MediaKind): Promise<MediaFacts> {
  const { seconds, channels } = await measureMp3(path)
  return { kind, duration: seconds || null, hasVideo: false, audioCodec: 'mp3', audioChannels: channels }
}

async function probeTracks(path: string, kind: MediaKind): Promise<MediaFacts> {
  const unknown: MediaFacts = {
    kind,
    duration: null,
    hasVideo: kind.mayHaveVideo,
    audioCodec: null,
    audioChannels: null,
  }
  using input = openMedia(path)
  try {
    const track = await input.getPrimaryAudioTrack()
    const hasVideo = (await input.getPrimaryVideoTrack()) !== null
    if (!track) return { ...unknown, hasVideo }
    const duration = (await input.computeDuration([track])) || null
    return {
      kind,
      duration,
      hasVideo,
      audioCodec: await track.getCodec(),
      audioChannels: await track.getNumberOfChannels(),
    }
  } catch {
    return unknown
  }
}
