import { maxPauseSeconds, seamSeconds } from '../join/pauses.ts'
import { opusMilliseconds } from './opus.ts'
import { readOpusPackets } from './read-opus.ts'
import { OpusWriter } from './write-opus.ts'

export interface JoinedOpus {
  /** Milliseconds. */
  duration: number
  /** Positions of the files without packets. */
  skipped: number[]
}

/** True if a packet does not follow the one before: the recorder's clock jumped, e.g. because the computer slept. */
const isJump = (pauseMs: number) => pauseMs < -seamSeconds * 1000 || pauseMs > maxPauseSeconds * 1000

/**
 * Joins WebM files of browsers into one measured, seekable file: packet for packet, without encoding. Mono and stereo
 * can be mixed, because Opus decoders accept both. After a jump of a recorder's clock, its packets follow without a gap.
 * @throws NotPlainOpus if a file cannot be joined in this way
 */
export async function joinOpus(
  files: readonly AsyncIterable<Uint8Array>[],
  target: string,
  signal: AbortSignal,
): Promise<JoinedOpus> {
  await using writer = await OpusWriter.open(target)
  const skipped: number[] = []
  let end = 0
  for (const [at, file] of files.entries()) {
    let shift: number | undefined
    let last = end
    for await (const { head, bytes, packets } of readOpusPackets(file)) {
      signal.throwIfAborted()
      writer.describe(head)
      for (const packet of packets) {
        if (shift === undefined || isJump(packet.time + shift - end)) shift = end - packet.time
        last = Math.max(last, packet.time + shift)
        end = last + opusMilliseconds(bytes, packet.start, packet.end)
        writer.add(last, bytes, packet.start, packet.end)
      }
      await writer.flush()
    }
    if (shift === undefined) skipped.push(at)
  }
  await writer.finish(end)
  return { duration: end, skipped }
}
