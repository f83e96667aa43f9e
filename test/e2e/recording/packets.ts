import { BufferSource, EncodedPacketSink, Input, MP4, WEBM } from 'mediabunny'
import type { CapturedSegment } from './witness.ts'

/** The encoded audio of a recording, in packets as the encoder made them. */
export interface Packets {
  data: Buffer[]
  /** Milliseconds that each of them lasts. */
  each: number
}

/** The packets of a file, or of the beginning of one: what was cut off in the middle is left out. */
export async function packetsOf(bytes: Buffer): Promise<Packets> {
  const packets: Packets = { data: [], each: 0 }
  if (bytes.length === 0) return packets
  using input = new Input({ formats: [WEBM, MP4], source: new BufferSource(new Uint8Array(bytes)) })
  const track = await input.getPrimaryAudioTrack()
  if (!track) throw new Error('no audio')
  const reading = new EncodedPacketSink(track).packets()[Symbol.asyncIterator]()
  for (;;) {
    const next = await reading.next().catch(() => null)
    if (!next || next.done) return packets
    packets.data.push(Buffer.from(next.value.data))
    // The last one before a new cluster seems to last no time.
    packets.each = Math.max(packets.each, next.value.duration * 1000)
  }
}

export interface Comparison {
  segments: {
    /** Recorded time that is stored. */
    storedMs: number
    /** Recorded time at the segment's end that the page was handed out and that is not stored. */
    missingMs: number
  }[]
  /** Stored packets that are not what was captured, or not in its order. */
  strange: number
}

/** Compares a stored recording with what was captured, byte for byte. */
export async function compare(segments: readonly CapturedSegment[], stored: Buffer): Promise<Comparison> {
  const { data: packets } = await packetsOf(stored)
  let at = 0
  const compared: Comparison['segments'] = []
  for (const { slices } of segments) {
    const { data: captured, each } = await packetsOf(Buffer.concat(slices))
    const other = captured.findIndex((data, n) => !packets[at + n]?.equals(data))
    const same = other === -1 ? captured.length : other
    at += same
    compared.push({ storedMs: same * each, missingMs: (captured.length - same) * each })
  }
  return { segments: compared, strange: packets.length - at }
}
