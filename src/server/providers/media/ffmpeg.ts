import { execFile, spawn } from 'node:child_process'
import { isAbsolute } from 'node:path'
import { promisify } from 'node:util'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { MediaError } from './media-error.ts'
import { type PcmBlock } from './pcm.ts'
import type { MediaKind } from './sniff.ts'

/**
 * ffmpeg itself failed: it did not start, stopped responding, or was ended by a signal. `transient` is false only for a
 * crash, which the file may have caused.
 */
export class FfmpegError extends MediaError {
  readonly transient: boolean
  constructor(detail: string, transient: boolean, options?: ErrorOptions) {
    super(detail, options)
    this.name = 'FfmpegError'
    this.transient = transient
  }
}

const crashSignals: ReadonlySet<NodeJS.Signals> = new Set([
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGSEGV',
  'SIGSYS',
  'SIGXCPU',
])

const notStarted = (cause: unknown) => new FfmpegError('ffmpeg failed', true, { cause })
const stalled = () => new FfmpegError('ffmpeg does not answer', true)
const ended = (signal: NodeJS.Signals) => new FfmpegError(`ffmpeg was ended by ${signal}`, !crashSignals.has(signal))

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

/** @throws FfmpegError if the machine cannot start another process */
function start(ffmpeg: string, args: string[], signal: AbortSignal) {
  const all = ['-v', 'error', '-nostdin', '-threads', '1', ...args]
  const [command, ...rest] = process.platform === 'win32' ? [ffmpeg, ...all] : ['/bin/sh', '-c', limits, ffmpeg, ...all]
  const child = (() => {
    try {
      return spawn(command, rest, { stdio: ['ignore', 'pipe', 'ignore'], signal, killSignal: 'SIGKILL', ...isolation })
    } catch (cause) {
      throw notStarted(cause)
    }
  })()
  if (child.pid !== undefined) return child
  // Without free file descriptors, Node.js returns a child without streams, and reports the error afterwards.
  child.on('error', () => undefined)
  throw notStarted(undefined)
}

/** Milliseconds that ffmpeg may be silent while its output is awaited. */
const stallMs = 60_000

/**
 * The first audio track as one or two channels at 16 kHz. Gaps in the time stamps become silence, so that positions
 * match the player's. An unreadable rest of the file is dropped.
 * @throws FfmpegError if ffmpeg does not start, stalls, or is ended by a signal
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
  child.on('error', (cause) => (failure = notStarted(cause)))
  const closed = new Promise<NodeJS.Signals | null>((resolve) => child.once('close', (_, by) => resolve(by)))
  const onStall = () => {
    failure = stalled()
    child.kill('SIGKILL')
  }
  const patiently = async <T>(work: Promise<T>): Promise<T> => {
    const timer = setTimeout(onStall, stallMs)
    const result = await work.finally(() => clearTimeout(timer))
    signal.throwIfAborted()
    if (failure) throw failure
    return result
  }
  const reader = child.stdout[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array(0)
  try {
    for (;;) {
      const next = await patiently(reader.next())
      if (next.done) {
        const endedBy = await patiently(closed)
        if (endedBy) throw ended(endedBy)
        return
      }
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
 * @throws MediaError if it fails, FfmpegError if it does not start, stalls, or is ended by a signal
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
    reject(stalled())
    child.kill('SIGKILL')
  }
  let timer = setTimeout(giveUp, stallMs)
  child.stdout.on('data', () => {
    clearTimeout(timer)
    timer = setTimeout(giveUp, stallMs)
  })
  child.on('error', (cause) => reject(signal.aborted ? signal.reason : notStarted(cause)))
  child.on('close', (code, endedBy) => {
    if (code === 0) resolve()
    else reject(endedBy ? ended(endedBy) : new MediaError(`ffmpeg ended with ${code}`))
  })
  await promise.finally(() => clearTimeout(timer))
}
