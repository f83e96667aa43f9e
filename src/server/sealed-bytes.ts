import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { Keyring } from './keyring.ts'

/** Bytes as the database stores them: AES-256-GCM. The data is as long as the content. */
export interface SealedBytes {
  data: Buffer
  /** Master key id 4 · nonce 12 · tag 16 bytes. */
  seal: Buffer
}

/** Where sealed bytes are stored. Bytes that were moved to another place cannot be decrypted. */
export interface SealPlace {
  /** Each subject has its own key, so that nonces of different subjects cannot collide. */
  subject: string
  /** Authenticated with the content. */
  label: string
}

/** Bytes of a seal. */
export const sealLength = 32

export function sealBytes(keys: Keyring, { subject, label }: SealPlace, content: Buffer): SealedBytes {
  const { id, key } = keys.current
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(key, subject), nonce).setAAD(Buffer.from(label))
  const data = cipher.update(content)
  // GCM returns no more bytes here; the call computes the tag.
  cipher.final()
  const keyId = Buffer.alloc(4)
  keyId.writeUInt32BE(id)
  return { data, seal: Buffer.concat([keyId, nonce, cipher.getAuthTag()]) }
}

/** @throws Error if the content was altered or moved, or its master key is missing */
export function openBytes(keys: Keyring, { subject, label }: SealPlace, { data, seal }: SealedBytes): Buffer {
  const key = keys.find(seal.readUInt32BE(0))
  if (!key) throw new Error('The master key of this content is not set up')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(key, subject), seal.subarray(4, 16), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(label)).setAuthTag(seal.subarray(16))
  return Buffer.concat([decipher.update(data), decipher.final()])
}

/** Keys of the latest subjects. Node uses a key object five times faster than the bytes of a key. */
const cachedKeys = new WeakMap<Buffer, Map<string, KeyObject>>()
const maxCachedKeys = 1000

function keyOf(master: Buffer, subject: string): KeyObject {
  const known = cachedKeys.get(master) ?? new Map<string, KeyObject>()
  cachedKeys.set(master, known)
  const found = known.get(subject)
  if (found) return found
  const key = createSecretKey(createHmac('sha256', master).update(subject).digest())
  const oldest = known.keys().next().value
  if (known.size >= maxCachedKeys && oldest !== undefined) known.delete(oldest)
  known.set(subject, key)
  return key
}
