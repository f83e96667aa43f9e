/**
 * Frame sizes in milliseconds by the configuration number of a packet, in groups of four (RFC 6716, section 3.1, table
 * 2).
 */
const silk = [10, 20, 40, 60]
const hybrid = [10, 20]
const celt = [2.5, 5, 10, 20]

/** Duration of the packet from `start` to `end` in milliseconds (RFC 6716, section 3.1). 0 for an empty one. */
export function opusMilliseconds(bytes: Uint8Array, start = 0, end = bytes.length): number {
  const toc = bytes[start]
  if (toc === undefined || start >= end) return 0
  const second = start + 1 < end ? (bytes[start + 1] ?? 0) : 0
  const config = toc >> 3
  const sizes = config < 12 ? silk : config < 16 ? hybrid : celt
  const frame = sizes[config % sizes.length] ?? 0
  const code = toc & 3
  const frames = code === 0 ? 1 : code === 3 ? second & 63 : 2
  return frame * frames
}

/** The parts of an identification header that matter for playing (RFC 7845, section 5.1). */
export interface OpusHead {
  bytes: Uint8Array
  channels: number
  /** Milliseconds at the beginning that are not played. */
  preSkip: number
}

/** Length of a header for mono or stereo. */
export const headBytes = 19

/** Null for anything but mono and stereo, whose packets any decoder can mix. */
export function readOpusHead(bytes: Uint8Array): OpusHead | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.length !== headBytes || view.toString('latin1', 0, 8) !== 'OpusHead') return null
  const channels = view.readUInt8(9)
  const isPlain = view.readUInt8(18) === 0 && (channels === 1 || channels === 2)
  return isPlain ? { bytes: Uint8Array.from(bytes), channels, preSkip: view.readUInt16LE(10) / 48 } : null
}
