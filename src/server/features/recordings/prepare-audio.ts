import { join } from 'node:path'
import { stat } from 'node:fs/promises'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { extractAudioTrack } from '#server/providers/media/audio-track.ts'
import { decodeAudio } from '#server/providers/media/decode.ts'
import type { FfmpegSetting } from '#server/providers/media/ffmpeg.ts'
import { MediaError } from '#server/providers/media/media-error.ts'
import { probeMedia } from '#server/providers/media/probe.ts'
import { storedExtension } from '#server/providers/media/sniff.ts'

export interface PreparedAudio {
  path: string
  mediaType: string
  extension: string
  bytes: number
  /** Seconds. */
  duration: number
}

/** Seekable formats. A file of these formats without video is stored unchanged if browsers play its codec. */
const unchangedFormats = new Set(['audio/mpeg', 'audio/wav', 'audio/x-m4a'])
const playedCodecs = new Set(['aac', 'mp3', 'pcm'])

/**
 * Prepares the audio of a recording for storage: writes the audio without video to a seekable file and measures its
 * duration.
 * @throws MediaError if the file is not a recording, has no sound, or cannot be decoded at all
 */
export async function prepareAudio(
  original: string,
  folder: string,
  options: { ffmpeg: FfmpegSetting; signal: AbortSignal; isCutOff: boolean },
): Promise<PreparedAudio> {
  const facts = await probeMedia(original)
  // The index of a file that is cut off still states the full length, so the duration is measured by decoding.
  const known = options.isCutOff ? null : facts.duration
  const decoded = await decodedSeconds(original, known === null, options)
  if (options.isCutOff && decoded === 0) throw new MediaError('nothing is left of the sound')
  const duration = known ?? decoded
  const { mediaType } = facts.kind
  const isPlayed = facts.audioCodec !== null && playedCodecs.has(facts.audioCodec)
  if (!facts.hasVideo && isPlayed && unchangedFormats.has(mediaType))
    return await unchangedAudio(original, mediaType, duration)
  const target = join(folder, 'audio')
  try {
    return { path: target, duration, ...(await extractAudioTrack(original, target, options)) }
  } catch (error) {
    if (facts.hasVideo || !(error instanceof MediaError)) throw error
    // The original of an audio file can be played even if its track cannot be copied into a better container.
    return await unchangedAudio(original, mediaType.replace('video/', 'audio/').replace('quicktime', 'mp4'), duration)
  }
}

async function unchangedAudio(path: string, mediaType: string, duration: number): Promise<PreparedAudio> {
  // Players recognize M4A by its registered media type (RFC 4337).
  const playable = mediaType === 'audio/x-m4a' ? 'audio/mp4' : mediaType
  return { path, mediaType: playable, extension: storedExtension(mediaType), bytes: (await stat(path)).size, duration }
}

/** Decodes the first block, or the whole file if `isWhole`. Returns the decoded seconds. */
async function decodedSeconds(
  path: string,
  isWhole: boolean,
  { ffmpeg, signal }: { ffmpeg: FfmpegSetting; signal: AbortSignal },
): Promise<number> {
  const enough = new AbortController()
  const stop = AbortSignal.any([signal, enough.signal])
  const audio = await decodeAudio(path, { ffmpeg, signal: stop })
  let samples = 0
  try {
    for await (const [channel] of audio.blocks) {
      samples += channel?.length ?? 0
      if (!isWhole) break
    }
  } finally {
    enough.abort()
  }
  return samples / speechRate
}
