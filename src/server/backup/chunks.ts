// A stream of chunks, each after its length in four bytes. A length of zero ends a table or a file.

/** Bytes of the largest accepted chunk. COPY never sends this much in one piece, even for a large row. */
const maxChunk = 0x7fff_ffff

export function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** Reads chunks from a stream. A buffer of the stream may begin and end anywhere in a chunk. */
export class ChunkReader {
  readonly #parts: AsyncIterator<Uint8Array>
  #left: Buffer = Buffer.alloc(0)

  constructor(content: AsyncIterable<Uint8Array>) {
    this.#parts = content[Symbol.asyncIterator]()
  }

  /** The chunks until a length of zero. */
  async *chunks(): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = await this.chunk()
      if (chunk.length === 0) return
      yield chunk
    }
  }

  /** The next chunk. Empty for a length of zero. */
  async chunk(): Promise<Buffer> {
    const length = (await this.#take(4)).readUInt32BE()
    if (length > maxChunk) throw new Error('The database file of the backup was changed')
    return this.#take(length)
  }

  async expectEnd(): Promise<void> {
    if (this.#left.length > 0 || !(await this.#parts.next()).done)
      throw new Error('The database file of the backup is longer than its manifest says')
  }

  async #take(bytes: number): Promise<Buffer> {
    const parts = [this.#left]
    let size = this.#left.length
    while (size < bytes) {
      const { done, value } = await this.#parts.next()
      if (done) throw new Error('The database file of the backup was truncated')
      parts.push(Buffer.from(value))
      size += value.length
    }
    const all = parts.length === 1 ? this.#left : Buffer.concat(parts)
    this.#left = all.subarray(bytes)
    return all.subarray(0, bytes)
  }
}
