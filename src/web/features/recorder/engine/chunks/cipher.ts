/** The identity of a chunk. It is authenticated with the data: a moved chunk does not decrypt. */
export type Place = { sessionId: string; segment: number; n: number }

export type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

// 96 random bits; a key seals 30,000 chunks of a session at most (NIST SP 800-38D, section 8.3, allows 2^32).
const ivBytes = 12

/** Imports a session's base64 key as non-extractable. */
export function importKey(base64: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** Encrypts a chunk (AES-256-GCM). */
export async function seal(key: CryptoKey, place: Place, data: ArrayBuffer): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  return { iv, data: await crypto.subtle.encrypt(algorithm(iv, place), key, data) }
}

/** @throws OperationError when the chunk was altered, moved, or sealed with another key */
export function unseal(key: CryptoKey, place: Place, { iv, data }: Sealed): Promise<ArrayBuffer> {
  return crypto.subtle.decrypt(algorithm(iv, place), key, data)
}

function algorithm(iv: Uint8Array<ArrayBuffer>, { sessionId, segment, n }: Place): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(`${sessionId} ${segment} ${n}`) }
}
