import { createHash } from 'node:crypto'

/** Master keys by id. New files are sealed under `current`; files sealed under the others stay readable. */
export interface Keyring {
  current: { id: number; key: Buffer }
  find(id: number): Buffer | undefined
}

/**
 * A key's id is taken from the key itself, so that keys can be rotated by putting a new one first.
 * @throws TypeError for a key that has not 32 bytes.
 */
export function keyring(current: Buffer, former: readonly Buffer[] = []): Keyring {
  const keys = new Map([current, ...former].map((key) => [idOf(key), key]))
  return { current: { id: idOf(current), key: current }, find: (id) => keys.get(id) }
}

function idOf(key: Buffer): number {
  if (key.length !== 32) throw new TypeError('A master key has 32 bytes')
  return createHash('sha256').update('attend file key').update(key).digest().readUInt32BE(0)
}
