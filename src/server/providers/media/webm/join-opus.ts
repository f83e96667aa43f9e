import { opusMilliseconds } from './opus.ts'
import { readOpusPackets } from './read-opus.ts'
import { OpusWriter } from './write-opus.ts'

export interface JoinedOpus {
  /** Milliseconds. */
  duration: number
  /** Positions of the files that held no packet. */
  skipped: number[]
}

/**
 * Joins WebM files that browsers recorded into one that players can measure and seek in, each following the one before: packet
 * for packet, none encoded again. Mono and stereo go together, as decoders of Opus take either.
 * @throws NotPlainOpus when one of them has to be read in another way
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
        shift ??= end - packet.time
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
