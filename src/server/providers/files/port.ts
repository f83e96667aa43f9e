/** Bytes `start` to `end`, both included, as in HTTP. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoredFile {
  /** Size of the whole content in bytes, whatever the range. */
  size: number
  body: AsyncIterable<Uint8Array>
}

/**
 * Keeps recordings and imported files, encrypted at rest. Names are `a/b/c` of plain letters, digits, `-`, `_` and `.`;
 * a name in another form throws. `put` is complete and durable when it resolves, and leaves nothing behind when it rejects.
 * `get` answers null for a name that is not there, and throws when the content was altered.
 */
export interface Files {
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<{ size: number }>
  get(name: string, range?: ByteRange): Promise<StoredFile | null>
  delete(name: string): Promise<void>
}
