import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { deriveFormerKeys, deriveKey, type Secrets } from '#server/config.ts'
import { type Keyring, keyring } from '#server/keyring.ts'

/**
 * A chunk as the database stores it: AES-256-GCM under the key of its recording. The data is as long as the content.
 */
export interface SealedChunk {
  data: Buffer
  /** Master key id 4 · nonce 12 · tag 16 bytes. Null for chunks from before encryption, whose data is the content. */
  seal: Buffer | null
}

/** The place of a chunk; it does not decrypt at another place. */
export interface ChunkPlace {
  /** Id of the upload, or of the session being recorded. */
  recordingId: string
  n: number
}

/** The keys that encrypt audio chunks until the audio is in the file store. */
export function chunkKeys(secrets: Secrets): Keyring {
  return keyring(deriveKey(secrets, 'recording chunks'), deriveFormerKeys(secrets, 'recording chunks'))
}

export function sealChunk(keys: Keyring, place: ChunkPlace, content: Buffer): SealedChunk {
  const { id, key } = keys.current
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(key, place), nonce).setAAD(label(place))
  const data = Buffer.concat([cipher.update(content), cipher.final()])
  const keyId = Buffer.alloc(4)
  keyId.writeUInt32BE(id)
  return { data, seal: Buffer.concat([keyId, nonce, cipher.getAuthTag()]) }
}

/** @throws Error if the chunk was altered or moved, or its master key is missing */
export function openChunk(keys: Keyring, place: ChunkPlace, { data, seal }: SealedChunk): Buffer {
  if (seal === null) return data
  const key = keys.find(seal.readUInt32BE(0))
  if (!key) throw new Error('The master key of this chunk is not set up')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(key, place), seal.subarray(4, 16), { authTagLength: 16 })
  decipher.setAAD(label(place)).setAuthTag(seal.subarray(16))
  try {
    return Buffer.concat([decipher.update(data), decipher.final()])
  } catch (cause) {
    throw new Error(`chunk ${place.n} of this recording was altered`, { cause })
  }
}

/** Each recording has its own key, so nonces of different recordings cannot collide. */
function keyOf(master: Buffer, { recordingId }: ChunkPlace): Buffer {
  return createHmac('sha256', master).update(recordingId).digest()
}

function label({ recordingId, n }: ChunkPlace): Buffer {
  return Buffer.from(`${recordingId} ${n}`)
}
