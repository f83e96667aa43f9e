import { createHash } from 'node:crypto'
import { parseEnvelope, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'

/**
 * The keys by which better-auth seals authenticators and recovery codes. Each sealed value names its key. Values without a name
 * are from the time of the first key.
 */
export function factorKeys(current: string, former: readonly string[]) {
  return {
    secret: former.at(-1) ?? current,
    secrets: [current, ...former].map((value) => ({ version: versionOf(value), value })),
  }
}

/** Seals a value with the current key, whichever it was sealed with. Undefined when it is already. */
export async function resealed(value: string, current: string, former: readonly string[]): Promise<string | undefined> {
  const { secret, secrets } = factorKeys(current, former)
  const currentVersion = versionOf(current)
  if (parseEnvelope(value)?.version === currentVersion) return undefined
  const key = {
    keys: new Map(secrets.map((each) => [each.version, each.value])),
    currentVersion,
    legacySecret: secret,
  }
  return symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data: value }) })
}

/** A number that stays with its key, whatever order they are given in. */
function versionOf(key: string): number {
  return createHash('sha256').update(key).digest().readUInt32BE(0)
}
