export interface Mp3Frame {
  bytes: number
  seconds: number
  channels: 1 | 2
  /** The fields that must stay the same from frame to frame. */
  family: string
}

const bitrates = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}

/** The frame whose layer III header (ISO 11172-3, 2.4.1.3) is at this position, or null. */
export function mp3Frame(bytes: Uint8Array, at: number): Mp3Frame | null {
  if (bytes.length < at + 4) return null
  const word = new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0)
  if (word >>> 21 !== 0x7ff) return null
  const version = (word >>> 19) & 3
  const layer = (word >>> 17) & 3
  const rateIndex = (word >>> 10) & 3
  if (version === 1 || layer !== 1 || rateIndex === 3) return null
  const bitrate = (version === 3 ? bitrates.mpeg1 : bitrates.mpeg2)[(word >>> 12) & 15]
  if (!bitrate) return null
  const rate = ([44_100, 48_000, 32_000][rateIndex] ?? 44_100) / (version === 3 ? 1 : version === 2 ? 2 : 4)
  const samples = version === 3 ? 1152 : 576
  const length = Math.floor((samples * 125 * bitrate) / rate) + ((word >>> 9) & 1)
  return {
    bytes: length,
    seconds: samples / rate,
    channels: ((word >>> 6) & 3) === 3 ? 1 : 2,
    family: `${version}/${rate}`,
  }
}

/** Length of the ID3v2 tag at the beginning of a file; 0 without a valid one. */
export function tagBytes(head: Uint8Array): number {
  if (head.length < 10 || head[0] !== 0x49 || head[1] !== 0x44 || head[2] !== 0x33) return 0
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10)
  return (a | b | c | d) & 0x80 ? 0 : 10 + ((a << 21) | (b << 14) | (c << 7) | d)
}
