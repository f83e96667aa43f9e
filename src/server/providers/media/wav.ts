import { type FileHandle, open } from 'node:fs/promises'
import { MediaError } from './media-error.ts'
import type { PcmBlock } from './pcm.ts'

export interface WavLayout {
  /** `other` is compressed audio, which this file does not decode. */
  encoding: 'integer' | 'float' | 'other'
  channels: number
  rate: number
  bytesPerSample: number
  /** True if all samples have `bytesPerSample` bytes, so that the length gives the duration. */
  isFixedRate: boolean
  dataStart: number
  dataBytes: number
}

/** Format codes of telephone audio, with one byte per sample. */
const aLaw = 6
const muLaw = 7

/** Maximum number of chunks. No recorder writes as many, but a crafted file could. */
const maxChunks = 500

/**
 * Reads the chunk list of a RIFF or RF64 file. A data chunk with a length beyond the file (cut off) or zero (never
 * filled in) extends to the end of the file.
 * @throws MediaError without a usable format and data chunk
 */
export async function readWavLayout(file: FileHandle): Promise<WavLayout> {
  const { size } = await file.stat()
  let at = 12
  let format: Omit<WavLayout, 'dataStart' | 'dataBytes'> | null = null
  for (let chunk = 0; chunk < maxChunks && at + 8 <= size; chunk++) {
    const head = await readAt(file, at, 8)
    const name = head.toString('latin1', 0, 4)
    const length = head.readUInt32LE(4)
    if (name === 'fmt ') format = parseFormat(await readAt(file, at + 8, Math.min(length, 40)))
    if (name === 'data' && format) {
      const rest = size - at - 8
      return { ...format, dataStart: at + 8, dataBytes: length === 0 || length > rest ? rest : length }
    }
    at += 8 + length + (length % 2)
  }
  throw new MediaError('wav without audio data')
}

function parseFormat(bytes: Buffer): Omit<WavLayout, 'dataStart' | 'dataBytes'> {
  if (bytes.length < 16) throw new MediaError('wav with a damaged format chunk')
  const tag = bytes.readUInt16LE(0)
  const code = tag === 0xfffe && bytes.length >= 26 ? bytes.readUInt16LE(24) : tag
  const channels = bytes.readUInt16LE(2)
  const rate = bytes.readUInt32LE(4)
  const bytesPerSample = Math.ceil(bytes.readUInt16LE(14) / 8)
  const isPlausible = channels >= 1 && channels <= 32 && rate >= 4_000 && rate <= 384_000
  if (!isPlausible) throw new MediaError(`wav with ${channels} channels at ${rate} Hz`)
  const integer = code === 1 && bytesPerSample >= 1 && bytesPerSample <= 4
  const float = code === 3 && (bytesPerSample === 4 || bytesPerSample === 8)
  const isLogarithmic = (code === aLaw || code === muLaw) && bytesPerSample === 1
  const encoding = integer ? 'integer' : float ? 'float' : 'other'
  return { encoding, channels, rate, bytesPerSample, isFixedRate: integer || float || isLogarithmic }
}

/** The samples of an uncompressed WAV file, block by block. */
export async function* readWav(path: string, layout: WavLayout): AsyncGenerator<PcmBlock> {
  const frameBytes = layout.channels * layout.bytesPerSample
  const file = await open(path)
  try {
    let at = layout.dataStart
    const end = at + layout.dataBytes
    while (end - at >= frameBytes) {
      const bytes = await readAt(file, at, Math.min(layout.rate * frameBytes, end - at))
      const frames = Math.floor(bytes.length / frameBytes)
      if (frames === 0) return
      yield { rate: layout.rate, channels: deinterleave(bytes, frames, layout) }
      at += frames * frameBytes
    }
  } finally {
    await file.close()
  }
}

function deinterleave(bytes: Buffer, frames: number, layout: WavLayout): Float32Array[] {
  const read = sampleReader(bytes, layout)
  return Array.from({ length: layout.channels }, (_, channel) =>
    Float32Array.from({ length: frames }, (_unused, frame) =>
      read((frame * layout.channels + channel) * layout.bytesPerSample),
    ),
  )
}

function sampleReader(bytes: Buffer, { encoding, bytesPerSample }: WavLayout): (at: number) => number {
  if (encoding === 'float') return bytesPerSample === 4 ? (at) => bytes.readFloatLE(at) : (at) => bytes.readDoubleLE(at)
  if (bytesPerSample === 1) return (at) => (bytes.readUInt8(at) - 128) / 128
  const full = 2 ** (bytesPerSample * 8 - 1)
  return (at) => bytes.readIntLE(at, bytesPerSample) / full
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}
