import {
  type AudioCodec,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  FilePathTarget,
  type InputAudioTrack,
  Output,
} from 'mediabunny'
import { homeOf } from '../audio-track.ts'
import { openMedia, untilDamage } from '../demux.ts'

interface Joined {
  mediaType: string
  /** Seconds. */
  duration: number
  /** Positions of the files that hold no packet. */
  skipped: number[]
}

/**
 * Joins recordings packet for packet in a container of their codec, each following the one before. Null when they cannot be
 * joined so: their codecs differ, or have no container.
 */
export async function joinPackets(
  paths: readonly string[],
  target: string,
  signal: AbortSignal,
): Promise<Joined | null> {
  using closing = new DisposableStack()
  const tracks = await Promise.all(paths.map((path) => readableTrack(closing.use(openMedia(path)))))
  const readable = tracks.filter((track) => track !== null)
  const [first, ...others] = readable
  const home = first && (await homeOf(first.track))
  if (!home || others.some(({ config, codec }) => codec !== first.codec || !isSame(config, first.config))) return null

  const output = new Output({ format: home.format, target: new FilePathTarget(target) })
  const source = new EncodedAudioPacketSource(first.codec)
  output.addAudioTrack(source)
  await output.start()
  let end = 0
  let isFirst = true
  for (const { track } of readable) {
    let shift: number | undefined
    for await (const packet of untilDamage(new EncodedPacketSink(track).packets())) {
      signal.throwIfAborted()
      shift ??= end - packet.timestamp
      const timestamp = packet.timestamp + shift
      await source.add(packet.clone({ timestamp }), isFirst ? { decoderConfig: first.config } : undefined)
      isFirst = false
      end = timestamp + packet.duration
    }
  }
  await output.finalize()
  return { mediaType: home.mediaType, duration: end, skipped: tracks.flatMap((track, at) => (track ? [] : [at])) }
}

interface ReadableTrack {
  track: InputAudioTrack
  codec: AudioCodec
  config: AudioDecoderConfig
}

/** Null for a file that the demuxer cannot read a packet of. */
async function readableTrack(input: ReturnType<typeof openMedia>): Promise<ReadableTrack | null> {
  const read = async () => {
    const track = await input.getPrimaryAudioTrack()
    const [codec, config] = track ? await Promise.all([track.getCodec(), track.getDecoderConfig()]) : []
    const packet: EncodedPacket | null | undefined = track && (await new EncodedPacketSink(track).getFirstPacket())
    return track && codec && config && packet ? { track, codec, config } : null
  }
  return await read().catch(() => null)
}

function isSame(a: AudioDecoderConfig, b: AudioDecoderConfig): boolean {
  const isLike = a.codec === b.codec && a.sampleRate === b.sampleRate && a.numberOfChannels === b.numberOfChannels
  return isLike && bytesOf(a).equals(bytesOf(b))
}

function bytesOf({ description }: AudioDecoderConfig): Buffer {
  if (!description) return Buffer.alloc(0)
  return ArrayBuffer.isView(description)
    ? Buffer.from(description.buffer, description.byteOffset, description.byteLength)
    : Buffer.from(description)
}
