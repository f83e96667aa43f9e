import {
  AudioSampleSink,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  Logging,
  LogLevel,
  MP3,
  MP4,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny'
import { aacFrames, type FrameDecoder, mp3Frames, opusFrames } from './codecs.ts'
import { isSystemError, MediaError } from './media-error.ts'
import type { PcmBlock } from './pcm.ts'
import { watchedSource } from './watched-source.ts'

// The library's warnings would print content of untrusted files to the console.
Logging.level = LogLevel.Silent

/** Opens an accepted container with the TypeScript demuxer. Dispose it after use. */
export function openMedia(path: string): Input {
  return new Input({ formats: [MP4, QTFF, WEBM, MP3, WAVE], source: watchedSource(path) })
}

/** Packets per call of a WebAssembly decoder: about a second. */
const batch = 50

/** A gap between packets of more seconds is filled with silence. A shorter one is rounding. */
const gap = 0.1

/**
 * The primary audio track, decoded without native programs, at its own rate. A damaged file ends where it becomes
 * unreadable.
 * @throws MediaError without an audio track or a decoder for it
 */
export async function* decodeByPackets(path: string, signal: AbortSignal): AsyncGenerator<PcmBlock> {
  using input = openMedia(path)
  const track = await audioTrack(input)
  const codec = await track.getCodec()
  if (codec?.startsWith('pcm-') || codec === 'ulaw' || codec === 'alaw') {
    yield* decodePcm(track, signal)
    return
  }
  using decoder = await decoderFor(track, codec)
  const packets = new EncodedPacketSink(track).packets()
  let waiting: Uint8Array[] = []
  let waitingFrom = 0
  let expected = 0
  let decoded = 0
  for await (const packet of untilDamage(packets)) {
    signal.throwIfAborted()
    if (waiting.length > 0 && (waiting.length === batch || packet.timestamp - expected > gap)) {
      for (const block of flushed(decoder, waiting, waitingFrom - decoded)) {
        decoded += seconds(block)
        yield block
      }
      waiting = []
    }
    if (waiting.length === 0) waitingFrom = packet.timestamp
    waiting.push(packet.data)
    expected = packet.timestamp + packet.duration
  }
  if (waiting.length > 0) yield* flushed(decoder, waiting, waitingFrom - decoded)
}

async function audioTrack(input: Input): Promise<InputAudioTrack> {
  try {
    const track = await input.getPrimaryAudioTrack()
    if (track) return track
  } catch (cause) {
    if (isSystemError(cause)) throw cause
    throw new MediaError('the container cannot be read', { cause })
  }
  throw new MediaError('no audio track')
}

async function decoderFor(track: InputAudioTrack, codec: string | null): Promise<FrameDecoder> {
  const config = await track.getDecoderConfig()
  const description = config?.description instanceof Uint8Array ? config.description : undefined
  if (codec === 'mp3') return mp3Frames()
  if (codec === 'opus') return opusFrames(config?.numberOfChannels ?? 1, description)
  if (codec === 'aac' && description) return aacFrames(description)
  throw new MediaError(`no decoder for ${codec ?? 'an unknown codec'} without ffmpeg`)
}

/** The demuxer throws where a file is cut off; the packets before are good. */
export async function* untilDamage<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]()
  for (;;) {
    const next = await iterator.next().catch((error: unknown) => {
      if (isSystemError(error)) throw error
      return null
    })
    if (!next || next.done) return
    yield next.value
  }
}

function* flushed(decoder: FrameDecoder, frames: Uint8Array[], missing: number): Generator<PcmBlock> {
  const block = decoder.decode(frames)
  if (!block) return
  if (missing > gap) yield* silence(block, missing)
  yield block
}

function* silence({ rate, channels }: PcmBlock, length: number): Generator<PcmBlock> {
  for (let remaining = Math.round(length * rate); remaining > 0; remaining -= rate)
    yield { rate, channels: channels.map(() => new Float32Array(Math.min(rate, remaining))) }
}

function seconds(block: PcmBlock): number {
  return (block.channels[0]?.length ?? 0) / block.rate
}

async function* decodePcm(track: InputAudioTrack, signal: AbortSignal): AsyncGenerator<PcmBlock> {
  for await (const sample of untilDamage(new AudioSampleSink(track).samples())) {
    signal.throwIfAborted()
    const channels = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
      const plane = new Float32Array(sample.numberOfFrames)
      sample.copyTo(plane, { planeIndex, format: 'f32-planar' })
      return plane
    })
    const rate = sample.sampleRate
    sample.close()
    yield { rate, channels }
  }
}
