import { open } from 'node:fs/promises'
import { MPEGDecoder } from 'mpg123-decoder'
import { mp3Frame, tagBytes } from './mp3-frame.ts'
import type { PcmBlock } from './pcm.ts'

const portion = 64 * 1024

/** The samples of an MP3 file in blocks. The decoder skips damage in the middle. */
export async function* readMp3(path: string, signal: AbortSignal): AsyncGenerator<PcmBlock> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  try {
    for await (const bytes of portions(path)) {
      signal.throwIfAborted()
      const { channelData, samplesDecoded, sampleRate } = decoder.decode(bytes)
      if (samplesDecoded > 0) yield { rate: sampleRate, channels: channelData }
    }
  } finally {
    decoder.free()
  }
}

/** Duration in seconds and channels of an MP3 file, from its frames, because tags may be missing or wrong. */
export async function measureMp3(path: string): Promise<{ seconds: number; channels: number }> {
  let seconds = 0
  let channels = 1
  let rest = new Uint8Array(0)
  for await (const bytes of portions(path)) {
    const all = new Uint8Array(rest.length + bytes.length)
    all.set(rest)
    all.set(bytes, rest.length)
    let at = 0
    while (at + 4 <= all.length) {
      const frame = mp3Frame(all, at)
      if (frame && at + frame.bytes > all.length) break
      if (frame) {
        seconds += frame.seconds
        channels = Math.max(channels, frame.channels)
      }
      at += frame?.bytes ?? 1
    }
    rest = all.slice(at)
  }
  return { seconds, channels }
}

/** The file without the tag at its beginning, whose pictures may look like frames. Each block is a copy. */
async function* portions(path: string): AsyncGenerator<Uint8Array> {
  await using file = await open(path)
  const head = await file.read(Buffer.alloc(10), 0, 10, 0)
  let at = tagBytes(head.buffer)
  for (;;) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(portion), 0, portion, at)
    if (bytesRead === 0) return
    yield new Uint8Array(buffer.subarray(0, bytesRead))
    at += bytesRead
  }
}
