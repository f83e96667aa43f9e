/** Bytes from `start` to `end`, inclusive, as in HTTP. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoredFile {
  /** Size of the whole content in bytes, regardless of the range. */
  size: number
  body: AsyncIterable<Uint8Array>
}

/**
 * Stores recordings and imported files, encrypted at rest. Names are `a/b/c` of ASCII letters, digits, `-`, `_` and
 * `.`; other names throw. `put` is complete and durable when it resolves, and leaves nothing behind when it rejects.
 * `get` returns null for a missing file, and throws if the content was changed.
 */
export interface Files {
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<{ size: number }>
  get(name: string, range?: ByteRange): Promise<StoredFile | null>
  delete(name: string): Promise<void>
}
