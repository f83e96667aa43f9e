import { MPEGDecoder } from 'mpg123-decoder'
import { OpusDecoder } from 'opus-decoder'
import { MediaError } from './media-error.ts'
import type { PcmBlock } from './pcm.ts'

/** Decodes packets of one track into samples; null for a batch without samples. */
export interface FrameDecoder extends Disposable {
  decode(frames: Uint8Array[]): PcmBlock | null
}

interface Decoded {
  channelData: Float32Array[]
  sampleRate: number
}

function block({ channelData, sampleRate }: Decoded): PcmBlock | null {
  const length = channelData[0]?.length ?? 0
  return length > 0 && sampleRate > 0 ? { rate: sampleRate, channels: channelData } : null
}

export async function mp3Frames(): Promise<FrameDecoder> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  return { decode: (frames) => block(decoder.decodeFrames(frames)), [Symbol.dispose]: () => decoder.free() }
}

/** `head` is the container's OpusHead (RFC 7845, 5.1), whose bytes 10 and 11 count the samples to skip. */
export async function opusFrames(channels: number, head: Uint8Array | undefined): Promise<FrameDecoder> {
  const preSkip = head && head.length >= 12 ? (head[10] ?? 0) + (head[11] ?? 0) * 256 : 0
  if (channels > 2) throw new MediaError(`opus with ${channels} channels needs ffmpeg`)
  const decoder = new OpusDecoder({ channels, preSkip })
  await decoder.ready
  return { decode: (frames) => block(decoder.decodeFrames(frames)), [Symbol.dispose]: () => decoder.free() }
}

/** `config` is the container's AudioSpecificConfig. The decoder is an optional dependency, see docs/speech.md. */
export async function aacFrames(config: Uint8Array): Promise<FrameDecoder> {
  const library = await import('@audio/decode-aac').catch((cause: unknown) => {
    throw new MediaError('AAC needs ffmpeg or the optional package @audio/decode-aac', { cause })
  })
  const decoder = await library.decoder({ asc: config }).catch((cause: unknown) => {
    throw new MediaError('the AAC configuration is damaged', { cause })
  })
  return { decode: (frames) => block(decoder.decode(frames)), [Symbol.dispose]: () => decoder.free() }
}
