import { createHash } from 'node:crypto'
import { parseEnvelope, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'

/**
 * Keys with which better-auth encrypts authenticators and recovery codes. Each encrypted value names the version of its
 * key; values without a version use the oldest key.
 */
export function factorKeys(current: string, former: readonly string[]) {
  return {
    secret: former.at(-1) ?? current,
    secrets: [current, ...former].map((value) => ({ version: versionOf(value), value })),
  }
}

/** Encrypts a value with the current key. Returns undefined if it is encrypted with the current key already. */
export async function reencrypt(
  value: string,
  current: string,
  former: readonly string[],
): Promise<string | undefined> {
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

/** Derives the version number from the key itself, so that the order of the keys does not matter. */
function versionOf(key: string): number {
  return createHash('sha256').update(key).digest().readUInt32BE(0)
}
