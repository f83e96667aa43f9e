import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, utimes } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sizeOf } from './size-of.ts'

/** A file of a model: its name, length and SHA-256. */
export interface WeightsFile {
  name: string
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

/** Milliseconds to wait for the response, and for the next bytes. */
export const patience = 15_000

/**
 * Downloads a file to `target`. An unfinished `target.part` is resumed; it is renamed once length and SHA-256 are
 * right.
 * @throws Error if the server does not respond, stalls, or sends other content
 */
export async function download({ url, target, file, signal, onBytes }: Download): Promise<void> {
  const part = `${target}.part`
  await mkdir(dirname(target), { recursive: true })
  let have = Math.max(0, sizeOf(part))
  if (have > file.bytes) {
    await rm(part, { force: true })
    have = 0
  }
  if (have < file.bytes) await fetchRest(url, part, have, file, signal, onBytes)
  if ((await sha256Of(part, signal)) !== file.sha256) {
    await rm(part, { force: true })
    throw new Error(`${file.name} is not the expected file`)
  }
  await rename(part, target)
}

/** The SHA-256 of a file, in hexadecimal. */
export async function sha256Of(path: string, signal: AbortSignal): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(path), digest, { signal })
  return digest.digest('hex')
}

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
  const giveUp = () => stall.abort(new Error(`${host} does not answer`))
  const timer = setTimeout(giveUp, patience)
  try {
    const response = await fetch(url, {
      headers: have > 0 ? { range: `bytes=${have}-` } : {},
      signal: AbortSignal.any([signal, stall.signal]),
    }).catch((cause: unknown) => {
      signal.throwIfAborted()
      throw new Error(`${host} does not answer`, { cause })
    })
    if (!response.ok || !response.body) throw new Error(`${host} answered ${response.status}`)
    const resumed = have > 0 && response.status === 206
    let bytes = resumed ? have : 0
    await using out = await open(part, resumed ? 'a' : 'w')
    for await (const chunk of response.body) {
      timer.refresh()
      bytes += chunk.length
      if (bytes > file.bytes) throw new Error(`${file.name} is longer than expected`)
      await out.write(chunk)
      onBytes(bytes)
    }
  } catch (error) {
    // Marks the part as old, so that the next try does not mistake it for a running download.
    await utimes(part, 0, 0).catch(() => {})
    throw error
  } finally {
    clearTimeout(timer)
  }
}
