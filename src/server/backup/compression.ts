import { pipeline, Readable } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'

export function compressed(content: AsyncIterable<Buffer>): AsyncIterable<Uint8Array> {
  return pipeline(Readable.from(content, { objectMode: false }), createZstdCompress(), () => undefined)
}

export function decompressed(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return pipeline(Readable.from(content, { objectMode: false }), createZstdDecompress(), () => undefined)
}
