import { rm } from 'node:fs/promises'
import { fileContent } from '#server/file-content.ts'
import { type AudioTrack, describeTrack } from '../audio-track.ts'
import type { FfmpegSetting } from '../ffmpeg.ts'
import { MediaError } from '../media-error.ts'
import { sniffFile } from '../probe.ts'
import { joinOpus } from '../webm/join-opus.ts'
import { NotPlainOpus } from '../webm/read-opus.ts'
import { joinDecoded } from './decoded.ts'
import { joinPackets } from './packets.ts'

export interface JoinedAudio extends AudioTrack {
  /** Seconds. */
  duration: number
  /** Positions of the segments that hold no readable audio. */
  skipped: number[]
}

/**
 * Makes one file, in which players can seek, of what a browser's recorder wrote in one run or several: as fast as the bytes
 * come, without another copy of them, where all of it is Opus in WebM. Null when it takes `joinSegments`.
 * @param target a new file; gone again when the answer is null
 */
export async function joinAsTheyCome(
  segments: readonly AsyncIterable<Uint8Array>[],
  target: string,
  signal: AbortSignal,
): Promise<JoinedAudio | null> {
  const joined = await joinWebm(segments, target, signal)
  if (joined?.skipped.length === 0) return { ...(await describeTrack(target, joined.mediaType)), ...joined }
  await rm(target)
  return null
}

/**
 * Makes one file, in which players can seek, of what a browser's recorder wrote in one run or several. Where codecs agree, the
 * packets are copied as they are, otherwise all is decoded and encoded once more. Segments without readable audio are left
 * out.
 * @param target a new file
 * @throws MediaError when no segment can be read
 */
export async function joinSegments(
  paths: readonly string[],
  target: string,
  options: { ffmpeg?: FfmpegSetting; signal: AbortSignal },
): Promise<JoinedAudio> {
  const kinds = await Promise.all(paths.map(containerOf))
  const found = paths.flatMap((path, at) => (kinds[at] ? [{ path, at }] : []))
  const files = found.map(({ path }) => path)
  const joined = await join(
    files,
    kinds.every((kind) => kind === null || kind === 'webm'),
    target,
    options,
  )
  if (!joined) throw new MediaError('no part of the recording can be read')
  const kept = new Set(found.flatMap(({ at }, position) => (joined.skipped.includes(position) ? [] : [at])))
  const skipped = paths.flatMap((_, at) => (kept.has(at) ? [] : [at]))
  return { ...(await describeTrack(target, joined.mediaType)), duration: joined.duration, skipped }
}

interface Joined {
  mediaType: string
  duration: number
  skipped: number[]
}

async function join(
  paths: readonly string[],
  areWebm: boolean,
  target: string,
  options: { ffmpeg?: FfmpegSetting; signal: AbortSignal },
): Promise<Joined | null> {
  if (paths.length === 0) return null
  if (areWebm) {
    const joined = await joinWebm(paths.map(fileContent), target, options.signal)
    if (joined && joined.skipped.length < paths.length) return joined
    await rm(target)
  }
  return (await joinPackets(paths, target, options.signal)) ?? (await joinDecoded(paths, target, options))
}

async function containerOf(path: string): Promise<string | null> {
  try {
    return (await sniffFile(path)).container
  } catch (error) {
    if (error instanceof MediaError) return null
    throw error
  }
}

/** Null when it is not, in all its parts, Opus in WebM. */
async function joinWebm(
  files: readonly AsyncIterable<Uint8Array>[],
  target: string,
  signal: AbortSignal,
): Promise<Joined | null> {
  try {
    const { duration, skipped } = await joinOpus(files, target, signal)
    return { mediaType: 'audio/webm', duration: duration / 1000, skipped }
  } catch (error) {
    if (error instanceof NotPlainOpus) return null
    throw error
  }
}
