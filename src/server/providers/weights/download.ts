import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isTemporaryStatus } from '../temporary-status.ts'
import { DownloadError } from './download-error.ts'
import { fetchWithinHosts } from './fetch-within-hosts.ts'
import { isBeingDownloaded, partOf, stallTimeoutMs, whileMarked } from './is-being-downloaded.ts'
import { sizeOf } from './size-of.ts'

/** A file of a model: its name, length and SHA-256. */
export interface WeightsFile {
  name: string
  /** Where the file is published, if not in the folder of the model's other files. */
  url?: string
  bytes: number
  sha256: string
}

export interface Download {
  url: string
  target: string
  file: WeightsFile
  signal: AbortSignal
  /** Bytes of this file on disk. */
  onBytes: (bytes: number) => void
}

/**
 * Downloads a file to `target`, unless it is complete. While another process downloads it, this one waits. An unfinished
 * `target.part` is resumed; it is renamed once length and SHA-256 are right.
 * @throws DownloadError if the server does not respond, stalls, or sends other content, and if the disk is full; the
 * signal's reason when aborted
 */
export async function download({ url, target, file, signal, onBytes }: Download): Promise<void> {
  const isComplete = () => sizeOf(target) === file.bytes
  await mkdir(dirname(target), { recursive: true })
  while (!isComplete() && isBeingDownloaded(target)) {
    await sleep(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
  if (isComplete()) return
  try {
    await whileMarked(target, () => fetchAndVerify({ url, target, file, signal, onBytes }))
  } catch (error) {
    if (!isComplete()) throw diskFull(error) ?? error
    // Another process finished the file.
    await rm(partOf(target), { force: true })
  }
}

async function fetchAndVerify({ url, target, file, signal, onBytes }: Download): Promise<void> {
  const part = partOf(target)
  let have = Math.max(0, sizeOf(part))
  if (have > file.bytes) {
    await rm(part, { force: true })
    have = 0
  }
  if (have < file.bytes) await fetchRest(url, part, have, file, signal, onBytes)
  if ((await sha256Of(part, signal)) !== file.sha256) {
    await rm(part, { force: true })
    throw otherContent(file)
  }
  await rename(part, target)
}

/** Milliseconds between two checks whether another process still downloads the file. */
const waitMs = 1000

/** The SHA-256 of a file, in hexadecimal. */
export async function sha256Of(path: string, signal: AbortSignal): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(path), digest, { signal })
  return digest.digest('hex')
}

const otherContent = ({ name }: WeightsFile) =>
  new DownloadError('content', `${name} does not match its checksum. It was deleted. Download it again.`)

async function fetchRest(
  url: string,
  part: string,
  have: number,
  file: WeightsFile,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const { host } = new URL(url)
  const stall = new AbortController()
  const timer = setTimeout(() => stall.abort(), stallTimeoutMs)
  try {
    const response = await fetchWithinHosts(url, {
      headers: { 'accept-encoding': 'identity', ...(have > 0 && { range: `bytes=${have}-` }) },
      signal: AbortSignal.any([signal, stall.signal]),
    })
    const start = await startOf(response, { part, have, host })
    // The length of a compressed response is not that of the file.
    const declared = response.headers.has('content-encoding') ? null : response.headers.get('content-length')
    if (declared !== null && start + Number(declared) !== file.bytes) {
      await response.body?.cancel()
      await rm(part, { force: true })
      throw otherContent(file)
    }
    let bytes = start
    await using out = await open(part, start > 0 ? 'a' : 'w')
    for await (const chunk of response.body ?? []) {
      timer.refresh()
      bytes += chunk.length
      if (bytes > file.bytes) {
        await rm(part, { force: true })
        throw otherContent(file)
      }
      await out.write(chunk)
      onBytes(bytes)
    }
    if (bytes < file.bytes) throw new DownloadError('offline', `${host} ended the transfer early`)
  } catch (error) {
    signal.throwIfAborted()
    throw failureOf(error, host)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The position at which the content of a response begins: that of the request, or 0 from a server without ranges.
 * @throws DownloadError for a response without content
 */
async function startOf(
  response: Response,
  { part, have, host }: { part: string; have: number; host: string },
): Promise<number> {
  const { status, headers } = response
  const begin = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1]
  const isOtherRange = status === 206 && begin !== undefined && Number(begin) !== have
  if (status === 416 || isOtherRange) {
    await response.body?.cancel()
    await rm(part, { force: true })
    throw new DownloadError('offline', `${host} cannot continue the transfer`)
  }
  if (!response.ok || !response.body) {
    await response.body?.cancel()
    throw new DownloadError(isTemporaryStatus(status) ? 'offline' : 'rejected', `${host} answered ${status}`)
  }
  return status === 206 ? have : 0
}

function failureOf(error: unknown, host: string): Error {
  if (error instanceof DownloadError) return error
  // An error of the connection is wrapped by fetch; a bare error of the system is that of a file.
  if (error instanceof Error && 'errno' in error && !diskFull(error)) return error
  return diskFull(error) ?? new DownloadError('offline', `${host} does not answer`, { cause: error })
}

function diskFull(error: unknown): DownloadError | null {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const isFull = code === 'ENOSPC' || code === 'EDQUOT'
  return isFull ? new DownloadError('disk', 'Not enough disk space.', { cause: error }) : null
}
