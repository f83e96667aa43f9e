import { ids } from './elements.ts'
import { type OpusHead, readOpusHead } from './opus.ts'

/** A packet of encoded audio. `start` and `end` are its bytes in the file. */
export interface OpusPacket {
  /** Milliseconds from the start of the file, as stated in it. */
  time: number
  start: number
  end: number
}

/** The bytes that contain the packet; not copied, because there are fifty packets a second. */
export interface OpusPackets {
  head: OpusHead
  bytes: Buffer
  packets: OpusPacket[]
}

/** A file that cannot be read here: another container or codec, several tracks, compressed or laced blocks, damage. */
export class NotPlainOpus extends Error {}

/** Elements to descend into. Their ends do not matter, because no element here has another meaning elsewhere. */
const entered: ReadonlySet<number> = new Set([
  ids.segment,
  ids.info,
  ids.tracks,
  ids.trackEntry,
  ids.audio,
  ids.cluster,
  ids.blockGroup,
])

/** Elements whose content is read. All others are skipped. */
const wanted: ReadonlySet<number> = new Set([
  ids.timestampScale,
  ids.trackNumber,
  ids.codecId,
  ids.codecPrivate,
  ids.timestamp,
  ids.simpleBlock,
  ids.block,
])

/** Maximum size in bytes. No Opus packet is nearly as long; a longer element is damage. */
const maxElementBytes = 1024 * 1024

/**
 * The packets of a WebM file with one Opus track, as browsers record it: without index, with clusters of unknown size,
 * and possibly cut off, in which case it ends with the last whole packet. Yields nothing for a file without packets.
 * @param content the file, split anywhere
 * @throws NotPlainOpus
 */
export async function* readOpusPackets(content: AsyncIterable<Uint8Array>): AsyncGenerator<OpusPackets> {
  const reader = new Reader()
  let rest = Buffer.alloc(0)
  for await (const piece of content) {
    const bytes = Buffer.concat([rest, piece])
    reader.packets = []
    rest = bytes.subarray(reader.read(bytes))
    if (reader.packets.length > 0) yield { head: reader.requireHead(), bytes, packets: reader.packets }
  }
}

class Reader {
  packets: OpusPacket[] = []
  #tracks = 0
  #codec = ''
  #head: OpusHead | null = null
  /** Milliseconds per tick of the file's clock. */
  #tick = 1
  #clusterTime = 0
  /** Remaining bytes of a skipped element. */
  #toSkip = 0

  requireHead(): OpusHead {
    if (this.#tracks !== 1 || this.#codec !== 'A_OPUS' || !this.#head) throw new NotPlainOpus()
    return this.#head
  }

  /** Reads the whole elements at the beginning of `bytes` and returns the number of bytes read. */
  read(bytes: Buffer): number {
    let at = Math.min(this.#toSkip, bytes.length)
    this.#toSkip -= at
    while (this.#toSkip === 0) {
      const head = elementHead(bytes, at)
      if (head === 'cut off') return at
      const { id, size, start } = head
      if (entered.has(id)) {
        if (id === ids.trackEntry) this.#tracks++
        at = start
      } else if (wanted.has(id)) {
        if (size > maxElementBytes) throw new NotPlainOpus()
        if (start + size > bytes.length) return at
        if (id === ids.simpleBlock || id === ids.block) this.#takeBlock(bytes, start, start + size)
        else this.#take(id, bytes.subarray(start, start + size))
        at = start + size
      } else {
        if (id === ids.contentEncodings) throw new NotPlainOpus()
        at = Math.min(start + size, bytes.length)
        this.#toSkip = start + size - at
      }
    }
    return at
  }

  #take(id: number, content: Buffer) {
    if (id === ids.timestamp) this.#clusterTime = number(content) * this.#tick
    else if (id === ids.timestampScale) this.#tick = number(content) / 1e6
    else if (id === ids.codecId) this.#codec = content.toString('latin1').replaceAll('\0', '')
    else if (id === ids.codecPrivate) this.#head = readOpusHead(content)
  }

  /** RFC 9559, section 10: track number, time relative to the cluster, flags, then the frame. */
  #takeBlock(bytes: Buffer, start: number, end: number) {
    const packetAt = start + 4
    if (end < packetAt) return
    const isPlain = bytes.readUInt8(start) >= 0x80 && (bytes.readUInt8(start + 3) & 0x06) === 0
    if (!isPlain) throw new NotPlainOpus()
    const time = this.#clusterTime + bytes.readInt16BE(start + 1) * this.#tick
    this.packets.push({ time, start: packetAt, end })
  }
}

interface ElementHead {
  id: number
  /** Bytes of the element's content; infinite if the writer did not know the number. */
  size: number
  /** Position of the element's content. */
  start: number
}

function elementHead(bytes: Buffer, at: number): ElementHead | 'cut off' {
  const first = bytes[at]
  if (first === undefined) return 'cut off'
  const idLength = Math.clz32(first) - 23
  if (idLength > 4) throw new NotPlainOpus()
  const sizeAt = at + idLength
  const firstOfSize = bytes[sizeAt]
  if (firstOfSize === undefined) return 'cut off'
  const sizeLength = Math.clz32(firstOfSize) - 23
  if (sizeLength > 8) throw new NotPlainOpus()
  const start = sizeAt + sizeLength
  if (start > bytes.length) return 'cut off'
  let size = firstOfSize & (0xff >> sizeLength)
  let isUnknown = size === 0xff >> sizeLength
  for (let i = sizeAt + 1; i < start; i++) {
    const byte = bytes[i] ?? 0
    size = size * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { id: bytes.readUIntBE(at, idLength), size: isUnknown ? Infinity : size, start }
}

function number(content: Buffer): number {
  let value = 0
  for (const byte of content) value = value * 256 + byte
  return value
}
