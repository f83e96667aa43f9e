/** Returns the SHA-256 hash in hex. The browser's own function needs a secure context. */
export async function sha256Hex(data: ArrayBuffer, isSecure = globalThis.isSecureContext): Promise<string> {
  const digest = isSecure ? new Uint8Array(await crypto.subtle.digest('SHA-256', data)) : await ownDigest(data)
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function ownDigest(data: ArrayBuffer): Promise<Uint8Array> {
  const { sha256 } = await import('@noble/hashes/sha2.js')
  return sha256(new Uint8Array(data))
}
