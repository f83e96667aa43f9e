import { execFile, spawn } from 'node:child_process'
import { isAbsolute } from 'node:path'
import { promisify } from 'node:util'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { MediaError } from './media-error.ts'
import { type PcmBlock } from './pcm.ts'
import type { MediaKind } from './sniff.ts'

/** ffmpeg itself failed, regardless of the file: it did not start or stopped responding. */
export class FfmpegError extends MediaError {}

const run = promisify(execFile)
const found = new Map<string, Promise<string | null>>()

/** The setting for ffmpeg: a path, `none` to disable it, or `undefined` for the one on the search path. */
export type FfmpegSetting = string | undefined

/** The absolute path of a working ffmpeg, or null. Resolved once per process. */
export function findFfmpeg(setting: FfmpegSetting): Promise<string | null> {
  if (setting === 'none') return Promise.resolve(null)
  const wanted = setting ?? 'ffmpeg'
  const known = found.get(wanted) ?? locate(wanted)
  found.set(wanted, known)
  return known
}

async function locate(wanted: string): Promise<string | null> {
  try {
    const path = isAbsolute(wanted) ? wanted : await lookUp(wanted)
    const { stdout } = await run(path, ['-version'], { timeout: 10_000, ...isolation })
    return stdout.startsWith('ffmpeg') ? path : null
  } catch {
    return null
  }
}

async function lookUp(name: string): Promise<string> {
  const windows = process.platform === 'win32'
  const { stdout } = windows
    ? await run('where', [name], { timeout: 10_000 })
    : await run('/bin/sh', ['-c', 'command -v "$0"', name], { timeout: 10_000 })
  return stdout.split(/\r?\n/)[0]?.trim() ?? ''
}

/**
 * ffmpeg reads untrusted files, so it inherits no environment variables, and so no keys. Exception: on Windows it inherits
 * all, because programs need some to start.
 */
const isolation = process.platform === 'win32' ? {} : { env: {} }

const demuxers: Record<MediaKind['container'], string> = {
  mp3: 'mp3',
  mp4: 'mov',
  mov: 'mov',
  wav: 'wav',
  webm: 'matroska',
}

/** Fixes the input format by the file's bytes, so that no playlist or script format is read. */
function inputArguments(path: string, container: MediaKind['container']): string[] {
  return ['-protocol_whitelist', 'file,pipe', '-f', demuxers[container], '-i', `file:${path}`]
}

const limits = 'ulimit -t 1800; ulimit -v 3000000 2>/dev/null; exec "$0" "$@"'

function start(ffmpeg: string, args: string[], signal: AbortSignal) {
  const all = ['-v', 'error', '-nostdin', '-threads', '1', ...args]
  const [command, ...rest] = process.platform === 'win32' ? [ffmpeg, ...all] : ['/bin/sh', '-c', limits, ffmpeg, ...all]
  return spawn(command, rest, { stdio: ['ignore', 'pipe', 'ignore'], signal, killSignal: 'SIGKILL', ...isolation })
}

/** Milliseconds that ffmpeg may be silent while its output is awaited. */
const stallMs = 60_000

/**
 * The first audio track as one or two channels at 16 kHz. Gaps in the time stamps become silence, so that positions
 * match the player's. An unreadable rest of the file is dropped.
 * @throws FfmpegError if ffmpeg does not start or stalls
 */
export async function* decodeByFfmpeg(
  ffmpeg: string,
  path: string,
  container: MediaKind['container'],
  channels: 1 | 2,
  signal: AbortSignal,
): AsyncGenerator<PcmBlock> {
  signal.throwIfAborted()
  const filters = `aresample=${speechRate}:async=1:first_pts=0`
  const output = [
    '-map',
    '0:a:0',
    '-vn',
    '-sn',
    '-dn',
    '-af',
    filters,
    '-ac',
    String(channels),
    '-f',
    'f32le',
    'pipe:1',
  ]
  const child = start(ffmpeg, [...inputArguments(path, container), ...output], signal)
  let failure: Error | null = null
  child.on('error', (cause) => (failure = new FfmpegError('ffmpeg failed', { cause })))
  const onStall = () => {
    failure = new FfmpegError('ffmpeg does not answer')
    child.kill('SIGKILL')
  }
  const reader = child.stdout[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array(0)
  try {
    for (;;) {
      const timer = setTimeout(onStall, stallMs)
      const next = await reader.next().finally(() => clearTimeout(timer))
      signal.throwIfAborted()
      if (failure) throw failure
      if (next.done) return
      const bytes = Buffer.concat([rest, next.value])
      const frames = Math.floor(bytes.length / (4 * channels))
      if (frames > 0) yield { rate: speechRate, channels: deinterleave(bytes, frames, channels) }
      rest = bytes.subarray(frames * 4 * channels)
    }
  } finally {
    child.kill('SIGKILL')
  }
}

function deinterleave(bytes: Buffer, frames: number, channels: number): Float32Array[] {
  return Array.from({ length: channels }, (_, channel) => {
    const plane = new Float32Array(frames)
    for (let i = 0; i < frames; i++) plane[i] = bytes.readFloatLE((i * channels + channel) * 4)
    return plane
  })
}

/**
 * Runs ffmpeg over a file to write the file named in `output`. ffmpeg reports progress twice a second.
 * @throws MediaError if it fails, FfmpegError if it does not start or stalls
 */
export async function convertByFfmpeg(
  ffmpeg: string,
  path: string,
  container: MediaKind['container'],
  output: string[],
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const child = start(ffmpeg, ['-y', '-progress', 'pipe:1', ...inputArguments(path, container), ...output], signal)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const giveUp = () => {
    reject(new FfmpegError('ffmpeg does not answer'))
    child.kill('SIGKILL')
  }
  let timer = setTimeout(giveUp, stallMs)
  child.stdout.on('data', () => {
    clearTimeout(timer)
    timer = setTimeout(giveUp, stallMs)
  })
  child.on('error', (cause) => reject(signal.aborted ? signal.reason : new FfmpegError('ffmpeg failed', { cause })))
  child.on('close', (code) => (code === 0 ? resolve() : reject(new MediaError(`ffmpeg ended with ${code}`))))
  await promise.finally(() => clearTimeout(timer))
}
