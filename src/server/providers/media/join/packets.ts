import { type AudioCodec, EncodedAudioPacketSource, type Input, type InputAudioTrack, Output } from 'mediabunny'
import { containerFor } from '../audio-track.ts'
import { openMedia } from '../demux.ts'
import { abandon, openFileTarget } from '../file-output.ts'
import { isSystemError } from '../media-error.ts'
import { maxPauseSeconds } from './pauses.ts'
import { findRuns, packetsOf, type Run } from './runs.ts'

interface Joined {
  mediaType: string
  /** Seconds. */
  duration: number
  /** Positions of the files without packets. */
  skipped: number[]
}

/**
 * Joins recordings packet for packet in a container of their codec. Null if their codecs differ or have no container.
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
  const fitting = first && (await containerFor(first.track))
  if (!fitting || others.some(({ config, codec }) => codec !== first.codec || !isSame(config, first.config)))
    return null

  await using file = await openFileTarget(target)
  const output = new Output({ format: fitting.format, target: file.target })
  const source = new EncodedAudioPacketSource(first.codec)
  output.addAudioTrack(source)
  try {
    await output.start()
    const duration = await copy(readable, source, signal)
    await output.finalize()
    return { mediaType: fitting.mediaType, duration, skipped: tracks.flatMap((track, at) => (track ? [] : [at])) }
  } catch (error) {
    await abandon(output)
    throw error
  }
}

/** Writes all packets with ascending times. Returns the seconds written. */
async function copy(
  tracks: readonly ReadableTrack[],
  source: EncodedAudioPacketSource,
  signal: AbortSignal,
): Promise<number> {
  let end = 0
  let last = 0
  let isFirst = true
  for (const { track, runs, config } of tracks) {
    let shift = end - (runs[0]?.start ?? 0)
    for (const run of runs) {
      const pause = run.start + shift - end
      if (pause < 0 || pause > maxPauseSeconds) shift = end - run.start
      for await (const packet of packetsOf(track, run)) {
        signal.throwIfAborted()
        last = Math.max(last, packet.timestamp + shift)
        await source.add(packet.clone({ timestamp: last }), isFirst ? { decoderConfig: config } : undefined)
        isFirst = false
        end = last + packet.duration
      }
    }
  }
  return end
}

interface ReadableTrack {
  track: InputAudioTrack
  codec: AudioCodec
  config: AudioDecoderConfig
  runs: Run[]
}

/** Null for a file in which the demuxer reads no packet. */
async function readableTrack(input: Input): Promise<ReadableTrack | null> {
  const read = async () => {
    const track = await input.getPrimaryAudioTrack()
    const [codec, config] = track ? await Promise.all([track.getCodec(), track.getDecoderConfig()]) : []
    return track && codec && config ? { track, codec, config, runs: await findRuns(track) } : null
  }
  const found = await read().catch((error: unknown) => {
    if (isSystemError(error)) throw error
    return null
  })
  return found && found.runs.length > 0 ? found : null
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
