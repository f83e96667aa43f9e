import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Keyring } from './keyring.ts'

/** Bytes as the database stores them: AES-256-GCM. The data is as long as the content. */
export interface SealedBytes {
  data: Buffer
  /** Master key id 4 · nonce 12 · tag 16 bytes. */
  seal: Buffer
}

/** The place of sealed bytes; they do not decrypt at another place. */
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
  const data = Buffer.concat([cipher.update(content), cipher.final()])
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

function keyOf(master: Buffer, subject: string): Buffer {
  return createHmac('sha256', master).update(subject).digest()
}
