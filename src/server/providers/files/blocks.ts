/** Splits a stream into blocks of `size` bytes; only the last may be shorter. Buffers one block. */
export async function* splitIntoBlocks(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let block = Buffer.allocUnsafe(size)
  let filled = 0
  for await (const part of content) {
    if (part.length === size && filled === 0) {
      yield part
      continue
    }
    let takenBytes = 0
    while (takenBytes < part.length) {
      const step = Math.min(size - filled, part.length - takenBytes)
      block.set(part.subarray(takenBytes, takenBytes + step), filled)
      filled += step
      takenBytes += step
      if (filled === size) {
        yield block
        block = Buffer.allocUnsafe(size)
        filled = 0
      }
    }
  }
  if (filled > 0) yield block.subarray(0, filled)
}

/** Passes a stream through. Throws if it has fewer or more than `size` bytes. */
export async function* withExactSize(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let seen = 0
  for await (const part of content) {
    seen += part.length
    if (seen > size) break
    yield part
  }
  if (seen !== size) throw new Error('The stored file ended early or changed while it was read')
}

/** Collects a short stream in memory. */
export async function collectBytes(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts)
}
