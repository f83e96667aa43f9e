import { createHmac } from 'node:crypto'

/**
 * The code that an authenticator app shows for an `otpauth://` URI (RFC 6238: HMAC-SHA-1, six digits, 30 seconds).
 * `steps` is how many steps its clock is ahead.
 */
export function codeOf(uri: string, steps = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const secret = base32(new URL(uri).searchParams.get('secret') ?? '')
  const hash = createHmac('sha1', secret).update(counter).digest()
  const at = hash.readUInt8(19) & 15
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function base32(text: string): Buffer {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = Array.from(text, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
