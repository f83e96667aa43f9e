import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createSlots } from '#server/create-slots.ts'

const derive = promisify(argon2)

/** OWASP password storage cheat sheet, Argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`

/** Limits how many hashes run at the same time, so sign-ins cannot exhaust memory. */
const withSlot = createSlots(2)

/** In UTF-16 code units. */
export const maxPasswordLength = 1024

/**
 * Hashes in the PHC string format. Keyboards type the same character in different forms, e.g. ü as one or two code
 * points, so the normal form is hashed.
 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const normal = password.normalize('NFC')
  const tag = await withSlot(() => derive('argon2id', { message: normal, nonce, ...cost }))
  // Each sign-in to an unknown address hashes. It must take as long as a wrong password for a known address.
  if (normal !== password) await withSlot(() => derive('argon2id', { message: password, nonce, ...cost }))
  return `$argon2id$v=19$${parameters}$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const normal = password.normalize('NFC')
  // Older hashes are of the text as it was typed.
  return (await isHashOf(hash, normal)) || (normal !== password && (await isHashOf(hash, password)))
}

async function isHashOf(hash: string, password: string): Promise<boolean> {
  const [, kind, , used, nonce, tag] = hash.split('$')
  if (kind !== 'argon2id' || used !== parameters || !nonce || !tag) return false
  const expected = Buffer.from(tag, 'base64url')
  const given = await withSlot(() =>
    derive('argon2id', { message: password, nonce: Buffer.from(nonce, 'base64url'), ...cost }),
  )
  return expected.length === given.length && timingSafeEqual(expected, given)
}
