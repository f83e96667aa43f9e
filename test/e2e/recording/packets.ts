import { BufferSource, EncodedPacketSink, Input, MP4, WEBM } from 'mediabunny'
import type { CapturedSegment } from './probe.ts'

/** The encoded audio of a recording, in the packets of the encoder. */
export interface Packets {
  data: Buffer[]
  /** Milliseconds of each packet. */
  each: number
}

/** The packets of a file or of its beginning, without a truncated last packet. */
export async function packetsOf(bytes: Buffer): Promise<Packets> {
  const packets: Packets = { data: [], each: 0 }
  if (bytes.length === 0) return packets
  using input = new Input({ formats: [WEBM, MP4], source: new BufferSource(new Uint8Array(bytes)) })
  // The first slice of Chromium may be a single byte, so a tab that is killed immediately recorded nothing yet.
  if (!(await input.canRead())) return packets
  const track = await input.getPrimaryAudioTrack()
  if (!track) throw new Error('no audio')
  const reading = new EncodedPacketSink(track).packets()[Symbol.asyncIterator]()
  for (;;) {
    const next = await reading.next().catch(() => null)
    if (!next || next.done) return packets
    packets.data.push(Buffer.from(next.value.data))
    // The last packet of a cluster seems to have no duration.
    packets.each = Math.max(packets.each, next.value.duration * 1000)
  }
}

export interface Comparison {
  segments: {
    /** Recorded time that is stored. */
    storedMs: number
    /** Recorded time at the segment's end that the page received and that is not stored. */
    missingMs: number
  }[]
  /** Stored packets that differ from the captured ones, or are in another order. */
  mismatched: number
}

/** Compares a stored recording with the captured audio, byte for byte. */
export async function compare(segments: readonly CapturedSegment[], stored: Buffer): Promise<Comparison> {
  const { data: packets } = await packetsOf(stored)
  const captured = await Promise.all(segments.map(({ slices }) => packetsOf(Buffer.concat(slices))))
  let at = 0
  const compared = segments.map(({ isKilled }, n) => {
    const { data, each } = captured[n] ?? { data: [], each: 0 }
    const other = data.findIndex((packet, index) => !packets[at + index]?.equals(packet))
    const same = other === -1 ? data.length : other
    at += same
    const next = captured.slice(n + 1).find((segment) => segment.data.length > 0)
    const unreported = isKilled && other === -1 ? unreportedPackets(packets.slice(at), next) : 0
    at += unreported
    return { storedMs: (same + unreported) * each, missingMs: (data.length - same) * each }
  })
  return { segments: compared, mismatched: packets.length - at }
}

/** Maximum number of packets that a killed page can have stored without reporting them: one second. */
const maxUnreported = 50

/** Number of stored packets that come before those of the next segment. */
function unreportedPackets(stored: readonly Buffer[], next: Packets | undefined): number {
  const first = next?.data.slice(0, 3) ?? []
  const found = next
    ? stored.findIndex((_, at) => first.every((packet, index) => stored[at + index]?.equals(packet)))
    : stored.length
  return found > maxUnreported ? 0 : Math.max(found, 0)
}
