import { type FileHandle, open, rename } from 'node:fs/promises'
import { toInt16 } from '#shared/audio/int16.ts'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { wavHeader } from '#shared/audio/wav.ts'
import { encodeByFfmpeg } from '../audio-track.ts'
import { decodeAudio } from '../decode.ts'
import { FfmpegError, type FfmpegSetting, findFfmpeg } from '../ffmpeg.ts'
import { MediaError } from '../media-error.ts'
import { mixDown } from '#shared/audio/mix-down.ts'

interface Joined {
  mediaType: string
  /** Seconds. */
  duration: number
  /** Positions of the files without decodable audio. */
  skipped: number[]
}

/**
 * Joins recordings of different codecs by decoding them one after the other, in mono: to AAC with ffmpeg, else to WAV.
 * Null if nothing can be decoded.
 * @throws FfmpegError if ffmpeg fails and its files cannot be decoded without it
 */
export async function joinDecoded(
  paths: readonly string[],
  target: string,
  options: { ffmpeg?: FfmpegSetting; signal: AbortSignal },
): Promise<Joined | null> {
  const wav = `${target}.wav`
  const skipped: number[] = []
  let samples = 0
  {
    await using file = await open(wav, 'wx', 0o600)
    await file.write(wavHeader(0))
    for (const [at, path] of paths.entries()) {
      const written = await append(file, path, options)
      if (written === 0) skipped.push(at)
      samples += written
    }
    await file.write(wavHeader(samples * 2), 0, undefined, 0)
  }
  if (samples === 0) return null
  const joined = { duration: samples / speechRate, skipped }
  if (await encode(wav, target, options)) return { ...joined, mediaType: 'audio/mp4' }
  await rename(wav, target)
  return { ...joined, mediaType: 'audio/wav' }
}

/** True if ffmpeg made an AAC file. Otherwise the caller keeps the WAV file, which is larger. */
async function encode(
  wav: string,
  target: string,
  { ffmpeg, signal }: { ffmpeg?: FfmpegSetting; signal: AbortSignal },
): Promise<boolean> {
  const program = await findFfmpeg(ffmpeg)
  if (!program) return false
  try {
    await encodeByFfmpeg(program, wav, 'wav', target, signal)
    return true
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    return false
  }
}

/** Writes a recording's samples and returns their number. */
async function append(
  file: FileHandle,
  path: string,
  options: { ffmpeg?: FfmpegSetting; signal: AbortSignal },
): Promise<number> {
  let samples = 0
  try {
    const audio = await decodeAudio(path, options)
    for await (const channels of audio.blocks) {
      const mono = toInt16(mixDown(channels))
      await file.writeFile(mono)
      samples += mono.length
    }
  } catch (error) {
    if (!(error instanceof MediaError) || error instanceof FfmpegError) throw error
  }
  return samples
}
