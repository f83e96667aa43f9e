import { stat } from 'node:fs/promises'
import {
  Conversion,
  type InputAudioTrack,
  Mp3OutputFormat,
  Mp4OutputFormat,
  Output,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny'
import { openMedia } from './demux.ts'
import { abandon, openFileTarget } from './file-output.ts'
import { convertByFfmpeg, type FfmpegSetting, findFfmpeg } from './ffmpeg.ts'
import { isSystemError, MediaError } from './media-error.ts'
import { sniffFile } from './probe.ts'
import { type MediaKind, type StoredExtension, storedExtension } from './sniff.ts'

export interface AudioTrackOptions {
  ffmpeg?: FfmpegSetting
  signal: AbortSignal
}

export interface AudioTrack {
  mediaType: string
  extension: StoredExtension
  bytes: number
}

/**
 * Writes the audio of a recording to `target` as a seekable file. Packets are copied, not encoded again; pictures and
 * camera metadata (place, device) are removed. Audio that cannot be copied (a rare codec, a damaged container) is
 * encoded as AAC, by ffmpeg only.
 * @throws MediaError without an audio track, or if the track cannot be extracted
 */
export async function extractAudioTrack(path: string, target: string, options: AudioTrackOptions): Promise<AudioTrack> {
  const { container } = await sniffFile(path)
  const ffmpeg = await findFfmpeg(options.ffmpeg)
  const copied = await copyTrack(path, target, options.signal).catch((error: unknown) => {
    if (ffmpeg && error instanceof MediaError) return null
    throw error
  })
  if (copied) return describeTrack(target, copied)
  if (!ffmpeg) throw new MediaError('this audio track cannot be extracted without ffmpeg')
  await encodeByFfmpeg(ffmpeg, path, container, target, options.signal)
  return describeTrack(target, 'audio/mp4')
}

/**
 * Encodes the first audio track as AAC in an MP4 file.
 * @throws MediaError if ffmpeg fails
 */
export async function encodeByFfmpeg(
  ffmpeg: string,
  path: string,
  container: MediaKind['container'],
  target: string,
  signal: AbortSignal,
): Promise<void> {
  const encode = ['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-c:a', 'aac', '-b:a', '64k']
  await convertByFfmpeg(ffmpeg, path, container, [...encode, '-movflags', '+faststart', '-f', 'ipod', target], signal)
  const written = await stat(target).catch(() => null)
  if (!written?.size) throw new MediaError('ffmpeg wrote nothing')
}

export async function describeTrack(target: string, mediaType: string): Promise<AudioTrack> {
  return { mediaType, extension: storedExtension(mediaType), bytes: (await stat(target)).size }
}

/** The media type of the written file, or null if the track cannot be copied. */
async function copyTrack(path: string, target: string, signal: AbortSignal): Promise<string | null> {
  using input = openMedia(path)
  const track = await primaryTrack(() => input.getPrimaryAudioTrack())
  const fitting = await containerFor(track)
  if (!fitting || (await input.computeDuration([track])) === 0) return null
  await using file = await openFileTarget(target)
  const output = new Output({ format: fitting.format, target: file.target })
  const conversion = await Conversion.init({
    input,
    output,
    video: { discard: true },
    audio: (candidate) => (candidate.id === track.id ? {} : { discard: true }),
    copy: { mode: 'forced', shiftTolerance: Infinity },
    tags: {},
  })
  if (!conversion.isValid) return null
  const cancel = () => void conversion.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    signal.throwIfAborted()
    await conversion.execute()
    return fitting.mediaType
  } catch (error) {
    await abandon(output)
    signal.throwIfAborted()
    if (isSystemError(error)) throw error
    return null
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

async function primaryTrack(find: () => Promise<InputAudioTrack | null>): Promise<InputAudioTrack> {
  const track = await find().catch((cause: unknown) => {
    if (isSystemError(cause)) throw cause
    throw new MediaError('the container cannot be read', { cause })
  })
  if (!track) throw new MediaError('no audio track')
  return track
}

/** The container that can hold a track's codec unchanged, or null. */
export async function containerFor(track: InputAudioTrack) {
  switch (await track.getCodec()) {
    case 'aac':
      // The index goes to the end; at the front, the muxer would hold the whole recording in memory. Players request
      // ranges.
      return { format: new Mp4OutputFormat({ fastStart: false }), mediaType: 'audio/mp4' }
    case 'mp3':
      return { format: new Mp3OutputFormat(), mediaType: 'audio/mpeg' }
    case 'opus':
    case 'vorbis':
      return { format: new WebMOutputFormat(), mediaType: 'audio/webm' }
    case 'pcm-s16':
    case 'pcm-s24':
    case 'pcm-f32':
      return { format: new WavOutputFormat(), mediaType: 'audio/wav' }
    default:
      return null
  }
}
