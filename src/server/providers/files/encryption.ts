import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { collectBytes, withExactSize, splitIntoBlocks } from './blocks.ts'
import type { Keyring } from '#server/keyring.ts'
import {
  type ByteRange,
  FileGone,
  FileUnreadable,
  type OpenElsewhere,
  type SealedFile,
  type StoredFile,
} from './port.ts'

// An encrypted file is a header and blocks of 64 KiB, each encrypted with AES-256-GCM:
// header  magic 4 · key id 4 · nonce 12 · data key, wrapped by the master key 32 · tag 16
// block   ciphertext up to 64 KiB · tag 16; only the last one may be shorter
// Each file has a random data key, so the block number can be the nonce. Name, block number and 'is the last' are
// authenticated with each block: a renamed, truncated, extended or reordered file cannot be decrypted.
const magic = Buffer.from('ATF1')
const tagBytes = 16
const blockBytes = 64 * 1024
const sealedBlockBytes = blockBytes + tagBytes

/** Bytes before the first block. */
export const headerBytes = 4 + 4 + 12 + 32 + tagBytes

/** An encrypted file in the store. */
export interface Sealed {
  size: number
  /** Bytes from `start` to `end`, inclusive. */
  read(start: number, end: number): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

/** Encrypts `content` for the store. Calls `onSize` with the size of the content at the end. */
export async function* seal(
  name: string,
  keys: Keyring,
  content: AsyncIterable<Uint8Array>,
  onSize: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const dataKey = randomBytes(32)
  const nonce = randomBytes(12)
  const id = Buffer.alloc(4)
  id.writeUInt32BE(keys.current.id)
  yield Buffer.concat([magic, id, nonce, ...encrypt(keys.current.key, nonce, Buffer.from(name), dataKey)])

  let number = 0
  let size = 0
  let pending: Uint8Array = Buffer.alloc(0)
  for await (const block of splitIntoBlocks(content, blockBytes)) {
    if (size > 0) yield* encrypt(dataKey, nonceOf(number), label(name, number++, false), pending)
    pending = block
    size += block.length
  }
  yield* encrypt(dataKey, nonceOf(number), label(name, number, true), pending)
  onSize(size)
}

/**
 * Decrypts a file. Opens it again when the body is read, so an unread body holds no resources.
 * @throws FileUnreadable if the file was changed, truncated or renamed, or its master key is missing; the body may throw later
 */
export async function unseal(
  name: string,
  keys: Keyring,
  open: () => Promise<Sealed | null>,
  range?: ByteRange,
): Promise<StoredFile | null> {
  if (range && !(Number.isSafeInteger(range.start) && range.start >= 0 && range.end >= range.start)) {
    throw new RangeError('Not a range of bytes')
  }
  const sealed = await open()
  if (!sealed) return null
  try {
    const { size } = await readHeader(name, keys, sealed)
    return { size, body: readBody(name, keys, open, range) }
  } finally {
    await sealed.close()
  }
}

/** An encrypted file as it is. Its data key is random, so its header identifies it. */
export async function copySealed(open: () => Promise<Sealed | null>): Promise<SealedFile | null> {
  const sealed = await open()
  if (!sealed) return null
  const { size } = sealed
  try {
    if (size <= headerBytes) throw new FileUnreadable('The stored file was truncated')
    const header = await collectBytes(withExactSize(sealed.read(0, headerBytes - 1), headerBytes))
    return {
      id: createHash('sha256').update(`${size}`).update(header).digest('hex'),
      size,
      body: readSealed(open, size),
    }
  } finally {
    await sealed.close()
  }
}

/** Decrypts an encrypted file that is stored elsewhere. @throws Error like `unseal`, or if the file is missing */
export async function verifySealed(name: string, keys: Keyring, openElsewhere: OpenElsewhere): Promise<void> {
  const file = await unseal(name, keys, async () => {
    const stored = await openElsewhere()
    if (!stored) return null
    return {
      size: stored.size,
      read: (start, end) => readElsewhere(openElsewhere, { start, end }),
      close: async () => undefined,
    }
  })
  if (!file) throw new Error('The file is missing')
  for await (const _ of file.body);
}

async function* readElsewhere(openElsewhere: OpenElsewhere, range: ByteRange): AsyncGenerator<Uint8Array> {
  const part = await openElsewhere(range)
  if (!part) throw new FileGone()
  yield* part.body
}

async function* readSealed(open: () => Promise<Sealed | null>, size: number): AsyncGenerator<Uint8Array> {
  const sealed = await open()
  if (!sealed) throw new FileGone()
  try {
    yield* withExactSize(sealed.read(0, size - 1), size)
  } finally {
    await sealed.close()
  }
}

async function* readBody(
  name: string,
  keys: Keyring,
  open: () => Promise<Sealed | null>,
  range: ByteRange | undefined,
): AsyncGenerator<Uint8Array> {
  const sealed = await open()
  if (!sealed) throw new FileGone()
  try {
    const { size, dataKey } = await readHeader(name, keys, sealed)
    const start = range?.start ?? 0
    const end = Math.min(range?.end ?? Number.POSITIVE_INFINITY, size - 1)
    if (start > end && size > 0) return
    const lastBlock = Math.max(0, Math.ceil(size / blockBytes) - 1)
    const first = Math.floor(start / blockBytes)
    const last = Math.max(0, Math.floor(end / blockBytes))
    const from = headerBytes + first * sealedBlockBytes
    const to = Math.min(sealed.size, headerBytes + (last + 1) * sealedBlockBytes) - 1

    let number = first
    for await (const block of splitIntoBlocks(withExactSize(sealed.read(from, to), to - from + 1), sealedBlockBytes)) {
      const plain = decrypt(dataKey, nonceOf(number), label(name, number, number === lastBlock), block)
      const offset = number++ * blockBytes
      const part = plain.subarray(Math.max(0, start - offset), Math.min(plain.length, end - offset + 1))
      if (part.length > 0) yield part
    }
  } finally {
    await sealed.close()
  }
}

async function readHeader(name: string, keys: Keyring, sealed: Sealed): Promise<{ size: number; dataKey: Buffer }> {
  const body = sealed.size - headerBytes
  const truncated = new FileUnreadable('The stored file was truncated')
  if (body < tagBytes) throw truncated
  const header = await collectBytes(withExactSize(sealed.read(0, headerBytes - 1), headerBytes))
  if (!header.subarray(0, 4).equals(magic)) throw new FileUnreadable('This is not a sealed file')
  const masterKey = keys.find(header.readUInt32BE(4))
  if (!masterKey) throw new FileUnreadable('The master key of this stored file is not set up')
  const dataKey = decrypt(masterKey, header.subarray(8, 20), Buffer.from(name), header.subarray(20))
  const rest = body % sealedBlockBytes
  if (rest > 0 && rest < tagBytes) throw truncated
  return { size: body - Math.ceil(body / sealedBlockBytes) * tagBytes, dataKey }
}

/** Ciphertext and tag are separate to avoid copying. In GCM, `final` returns no more bytes. */
function encrypt(key: Buffer, nonce: Uint8Array, about: Buffer, plain: Uint8Array): [Buffer, Buffer] {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(about)
  const sealed = cipher.update(plain)
  cipher.final()
  return [sealed, cipher.getAuthTag()]
}

function decrypt(key: Buffer, nonce: Uint8Array, about: Buffer, sealed: Uint8Array): Buffer {
  try {
    const split = sealed.length - tagBytes
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    decipher.setAAD(about).setAuthTag(sealed.subarray(split))
    const plain = decipher.update(sealed.subarray(0, split))
    decipher.final()
    return plain
  } catch (cause) {
    throw new FileUnreadable('The stored file was changed, truncated or renamed', { cause })
  }
}

function nonceOf(block: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(block, 8)
  return nonce
}

function label(name: string, block: number, last: boolean): Buffer {
  return Buffer.from(`${name}\0${block}\0${last ? 'last' : 'more'}`)
}
