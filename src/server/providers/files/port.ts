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

/** A file was deleted after it was found and before its content was read. */
export class FileGone extends Error {
  override name = 'FileGone'
  constructor() {
    super('The stored file was deleted while it was read')
  }
}

/** The object storage is overloaded, broken or silent, so a later try may succeed. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
  readonly transient = true
}

/** A stored file was damaged, truncated or renamed, or its master key is missing. Reading it again fails the same way. */
export class FileUnreadable extends Error {
  override name = 'FileUnreadable'
}

/** A stored file in its encrypted form. */
export interface SealedFile {
  /** Each `put` gives a file a new id, even with the same name and content. */
  id: string
  /** Bytes of the encrypted file. */
  size: number
  body: AsyncIterable<Uint8Array>
}

/** Opens a file that is stored elsewhere. Null if it is missing. */
export type OpenElsewhere = (range?: ByteRange) => Promise<StoredFile | null>

/**
 * Stores recordings and imported files, encrypted at rest. Names are `a/b/c` of ASCII letters, digits, `-`, `_` and
 * `.`; other names throw. `put` is complete and durable when it resolves, and leaves nothing behind when it rejects.
 * `get` returns null for a missing file. It or its body throws FileUnreadable if the content was changed.
 */
export interface Files {
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<{ size: number }>
  get(name: string, range?: ByteRange): Promise<StoredFile | null>
  delete(name: string): Promise<void>
  /** The names of all files, or of those below a folder such as `transcripts`, sorted. */
  list(folder?: string): Promise<string[]>
  /** The encrypted file, for a backup. Null for a missing file. */
  getSealed(name: string): Promise<SealedFile | null>
  /** Stores an encrypted file again, like `put`. It is readable under its name and master key only. */
  putSealed(name: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Decrypts an encrypted file that is stored elsewhere. Throws if it could not be read under this name. */
  verifySealed(name: string, open: OpenElsewhere): Promise<void>
}
