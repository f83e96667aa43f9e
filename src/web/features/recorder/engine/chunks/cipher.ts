/** The identity of a chunk. It is authenticated with the data, so a chunk that was moved does not decrypt. */
export type Place = { sessionId: string; segment: number; n: number }

export type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

// 96 random bits. A key encrypts at most 30,000 chunks of a session (NIST SP 800-38D, section 8.3, allows 2^32).
const ivBytes = 12

/** Imports a session's base64 key so that it cannot be exported. */
export function importKey(base64: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** Encrypts a chunk (AES-256-GCM). */
export async function seal(key: CryptoKey, place: Place, data: ArrayBuffer): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  return { iv, data: await crypto.subtle.encrypt(algorithm(iv, place), key, data) }
}

/** Decrypts a chunk. @throws OperationError when it was altered, moved, or encrypted with another key */
export function unseal(key: CryptoKey, place: Place, { iv, data }: Sealed): Promise<ArrayBuffer> {
  return crypto.subtle.decrypt(algorithm(iv, place), key, data)
}

/**
 * Decrypts a chunk with the key that fits.
 * @throws OperationError when it was altered, moved, or encrypted with another key
 */
export async function unsealWithAny(
  [key, ...others]: readonly [CryptoKey, ...CryptoKey[]],
  place: Place,
  sealed: Sealed,
): Promise<ArrayBuffer> {
  try {
    return await unseal(key, place, sealed)
  } catch (error) {
    const [next, ...rest] = others
    if (!next) throw error
    return await unsealWithAny([next, ...rest], place, sealed)
  }
}

function algorithm(iv: Uint8Array<ArrayBuffer>, { sessionId, segment, n }: Place): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(`${sessionId} ${segment} ${n}`) }
}
