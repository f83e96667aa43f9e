import { createHash, randomBytes } from 'node:crypto'
import type { ErrorCode } from '#shared/contract/errors.ts'
import { fail } from '#server/fail.ts'

/** The form of a secret: 256 random bits in base64url. Older links have a UUID. */
const wellFormed = /^([\w-]{43}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

export interface Secret {
  /** The text in the link, which is never stored. */
  text: string
  hash: Buffer
}

export function newSecret(): Secret {
  const text = randomBytes(32).toString('base64url')
  return { text, hash: hashOf(text) }
}

/**
 * Returns the hash under which the secret of a link is stored. Fails with the code `malformed` for an invalid secret.
 */
export function secretHash(text: string, malformed: ErrorCode): Buffer {
  return wellFormed.test(text) ? hashOf(text) : fail(malformed)
}

function hashOf(text: string): Buffer {
  return createHash('sha256')
    .update(text.length === 36 ? text.toLowerCase() : text)
    .digest()
}
