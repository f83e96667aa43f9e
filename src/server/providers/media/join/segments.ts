import { appendFile, rename, rm, writeFile } from 'node:fs/promises'
import { fileContent } from '#server/file-content.ts'
import { type AudioTrack, describeTrack } from '../audio-track.ts'
import { FfmpegError, type FfmpegSetting } from '../ffmpeg.ts'
import { isSystemError, MediaError } from '../media-error.ts'
import { isHeadless, readBeginning, repairFragments } from '../mp4/repair.ts'
import { sniffFile } from '../probe.ts'
import { joinOpus } from '../webm/join-opus.ts'
import { NotPlainOpus } from '../webm/read-opus.ts'
import { joinDecoded } from './decoded.ts'
import { joinPackets } from './packets.ts'

export interface JoinedAudio extends AudioTrack {
  /** Seconds. */
  duration: number
  /** Positions of the segments without readable audio. */
  skipped: number[]
}

/**
 * Joins the segments of a browser's recording into a seekable file, if all of them are Opus in WebM: as the bytes
 * arrive, without another copy. Null if `joinSegments` is needed.
 * @param target a new file; deleted if the result is null
 */
export async function joinStreams(
  segments: readonly AsyncIterable<Uint8Array>[],
  target: string,
  signal: AbortSignal,
): Promise<JoinedAudio | null> {
  const joined = await joinWebm(segments, target, signal)
  if (joined?.skipped.length === 0) return { ...(await describeTrack(target, joined.mediaType)), ...joined }
  await rm(target)
  return null
}

export interface JoinOptions {
  ffmpeg?: FfmpegSetting
  signal: AbortSignal
  /** Seconds by the recorder's own count. A much shorter result has lost audio. */
  expected?: number
  /** Called with the reason for each method that failed or gave a short result. */
  onProblem?: (reason: string) => void
}

/**
 * Joins the segments of a browser's recording into a seekable file. Packets are copied if the codecs agree; otherwise,
 * or if that fails, everything is decoded and encoded again, by ffmpeg or finally without. If all results are short, the
 * longest is used. Segments without readable audio are left out.
 * @param target a new file
 * @throws MediaError if no segment can be read; FfmpegError if ffmpeg may be able to read one at a later try
 */
export async function joinSegments(
  paths: readonly string[],
  target: string,
  options: JoinOptions,
): Promise<JoinedAudio> {
  const readable = await readableForms(paths)
  const kinds = await Promise.all(readable.map(containerOf))
  const found = readable.flatMap((path, at) => (kinds[at] ? [{ path, at }] : []))
  const areWebm = kinds.every((kind) => kind === null || kind === 'webm')
  const joined = await longEnough(
    joinMethods(
      found.map(({ path }) => path),
      areWebm,
      options,
    ),
    target,
    options,
  )
  const kept = new Set(found.flatMap(({ at }, position) => (joined.skipped.includes(position) ? [] : [at])))
  const skipped = paths.flatMap((_, at) => (kept.has(at) ? [] : [at]))
  return { ...(await describeTrack(target, joined.mediaType)), duration: joined.duration, skipped }
}

interface Joined {
  mediaType: string
  duration: number
  skipped: number[]
}

/** A method of joining. Its result is null if the method does not apply to the files. */
type JoinMethod = { name: string; join: (target: string) => Promise<Joined | null> }

function joinMethods(paths: readonly string[], areWebm: boolean, { ffmpeg, signal }: JoinOptions): JoinMethod[] {
  if (paths.length === 0) return []
  const webm = { name: 'webm', join: (target: string) => joinWebm(paths.map(fileContent), target, signal) }
  const decodedBy = (setting: FfmpegSetting) => (target: string) =>
    joinDecoded(paths, target, { ffmpeg: setting, signal })
  return [
    ...(areWebm ? [webm] : []),
    { name: 'packets', join: (target) => joinPackets(paths, target, signal) },
    ...(ffmpeg === 'none' ? [] : [{ name: 'ffmpeg', join: decodedBy(ffmpeg) }]),
    { name: 'decoded', join: decodedBy('none') },
  ]
}

/**
 * True if a result is not too short. Recorders count a little more time than they write: the first moment is lost, with
 * some recorders also the last.
 */
export const isWhole = (duration: number, expected = 0) => duration >= expected * 0.95 - 3

/**
 * True if a result lacks no more than what recorders lose at the ends of their segments. Otherwise the segments are still
 * needed.
 */
export const isComplete = (duration: number, expected: number, segments: number) =>
  duration >= expected * 0.99 - segments

async function longEnough(methods: readonly JoinMethod[], target: string, options: JoinOptions): Promise<Joined> {
  const { signal, expected, onProblem } = options
  let best: { joined: Joined; path: string } | undefined
  let passing: FfmpegError | undefined
  for (const { name, join } of methods) {
    const path = `${target}.${name}`
    const joined = await attempt(join, path, signal, (error) => {
      onProblem?.(`${name}: ${error.message}`)
      if (error instanceof FfmpegError && error.transient) passing = error
    })
    if (!joined || joined.duration <= (best?.joined.duration ?? 0)) continue
    best = { joined, path }
    if (isWhole(joined.duration, expected)) break
    onProblem?.(`${name}: ${Math.round(joined.duration)} of ${Math.round(expected ?? 0)} seconds`)
  }
  if (!best) throw passing ?? new MediaError('no part of the recording can be read')
  await rename(best.path, target)
  return best.joined
}

/** Null if this method fails for the recording. Errors of the machine are thrown, except those of ffmpeg. */
async function attempt(
  join: JoinMethod['join'],
  path: string,
  signal: AbortSignal,
  onProblem: (error: Error) => void,
): Promise<Joined | null> {
  try {
    return await join(path)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Error) || isSystemError(error)) throw error
    onProblem(error)
    return null
  }
}

/** Each file in readable form. A fragment without its beginning uses the beginning of another file. */
async function readableForms(paths: readonly string[]): Promise<string[]> {
  const readable = await Promise.all(paths.map((path) => repairFragments(path, `${path}.repaired`)))
  for (const [at, path] of readable.entries()) {
    if (await isHeadless(path)) readable[at] = await withBeginning(path, paths)
  }
  return readable
}

async function withBeginning(path: string, others: readonly string[]): Promise<string> {
  for (const other of others) {
    const beginning = await readBeginning(other)
    if (!beginning) continue
    const wholePath = `${path}.whole`
    await writeFile(wholePath, beginning, { flag: 'wx', mode: 0o600 })
    await appendFile(wholePath, fileContent(path))
    return await repairFragments(wholePath, `${wholePath}.repaired`)
  }
  return path
}

async function containerOf(path: string): Promise<string | null> {
  try {
    return (await sniffFile(path)).container
  } catch (error) {
    if (error instanceof MediaError) return null
    throw error
  }
}

/** Null unless all parts are Opus in WebM. */
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
