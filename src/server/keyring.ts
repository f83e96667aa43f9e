import { createHash } from 'node:crypto'
import { deriveFormerKeys, deriveKey, type Secrets } from './secrets.ts'

/** Master keys by id. New files are encrypted with `current`; files encrypted with the others stay readable. */
export interface Keyring {
  current: { id: number; key: Buffer }
  find(id: number): Buffer | undefined
}

/**
 * Derives each key's id from the key itself, so a rotation only has to put the new key first.
 * @throws TypeError for a key that does not have 32 bytes
 */
export function keyring(current: Buffer, former: readonly Buffer[] = []): Keyring {
  const keys = new Map([current, ...former].map((key) => [idOf(key), key]))
  return { current: { id: idOf(current), key: current }, find: (id) => keys.get(id) }
}

/** The keys of one purpose. Nothing else is encrypted with them. */
export function keyringFor(secrets: Secrets, purpose: string): Keyring {
  return keyring(deriveKey(secrets, purpose), deriveFormerKeys(secrets, purpose))
}

function idOf(key: Buffer): number {
  if (key.length !== 32) throw new TypeError('A master key has 32 bytes')
  return createHash('sha256').update('attend file key').update(key).digest().readUInt32BE(0)
}
