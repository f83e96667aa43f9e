import type { Secrets } from '#server/secrets.ts'
import { type Keyring, keyringFor } from '#server/keyring.ts'
import { openBytes, sealBytes, type SealedBytes, type SealPlace } from '#server/sealed-bytes.ts'

/**
 * A chunk as the database stores it. The seal is null for a chunk that was stored before encryption was introduced:
 * then the data is not encrypted.
 */
export interface SealedChunk extends Omit<SealedBytes, 'seal'> {
  seal: Buffer | null
}

/** The recording and number of a chunk. A chunk that is moved to another place cannot be decrypted. */
export interface ChunkPlace {
  /** Id of the upload, or of the session being recorded. */
  recordingId: string
  n: number
}

/** The keys that encrypt audio chunks until the audio is in the file store. */
export function chunkKeys(secrets: Secrets): Keyring {
  return keyringFor(secrets, 'recording chunks')
}

export function sealChunk(keys: Keyring, place: ChunkPlace, content: Buffer): SealedBytes {
  return sealBytes(keys, placeOf(place), content)
}

/** @throws Error if the chunk was altered or moved, or its master key is missing */
export function openChunk(keys: Keyring, place: ChunkPlace, { data, seal }: SealedChunk): Buffer {
  if (seal === null) return data
  try {
    return openBytes(keys, placeOf(place), { data, seal })
  } catch (cause) {
    throw new Error(`chunk ${place.n} of this recording was altered, or its key is not set up`, { cause })
  }
}

function placeOf({ recordingId, n }: ChunkPlace): SealPlace {
  return { subject: recordingId, label: `${recordingId} ${n}` }
}
