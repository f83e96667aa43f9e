import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterFolders } from './db/embedded/binaries.ts'
import { StartFailure } from './start-failure.ts'
import { ensureWritable } from './writable-folder.ts'

export interface Secrets {
  secret: string
  /** Former secrets, still valid while the secret is replaced. */
  formerSecrets: readonly string[]
}

/** Minimum number of characters of a secret. */
const minSecretLength = 32

/** Derives a key for one purpose from the secret, so that no two purposes share a key. */
export function deriveKey(config: Pick<Secrets, 'secret'>, purpose: string): Buffer {
  return createHmac('sha256', config.secret).update(purpose).digest()
}

/** Keys derived from the former secrets. */
export function deriveFormerKeys(config: Pick<Secrets, 'formerSecrets'>, purpose: string): Buffer[] {
  return config.formerSecrets.map((secret) => deriveKey({ secret }, purpose))
}

/** Keys that sign cookies and encrypt second factors: the current one first, then those of former secrets. */
export function cookieKeys(secrets: Secrets): [string, ...string[]] {
  const purpose = 'session cookies'
  const former = deriveFormerKeys(secrets, purpose).map((key) => key.toString('base64url'))
  return [deriveKey(secrets, purpose).toString('base64url'), ...former]
}

/** Files that contain the secret if no setting does. To replace the secret, rename `current` to `former`. */
export const secretFiles = (folder: string) => ({
  current: join(folder, 'secret'),
  former: join(folder, 'secret.former'),
})

/**
 * The secret in the data folder; created on the first start.
 * @throws StartFailure if the folder has data whose secret is missing
 */
export function storedSecrets(folder: string): Secrets & { isNewSecret: boolean } {
  const files = secretFiles(folder)
  const formerSecrets = existsSync(files.former) ? [readSecret(files.former)] : []
  const isNewSecret = !existsSync(files.current)
  if (isNewSecret) {
    if (formerSecrets.length === 0 && hasData(folder))
      throw new StartFailure(
        `The secret of the data in ${folder} is missing: put the file ${files.current} back from your backup, or set APP_SECRET to what it contained. Without it recordings cannot be read.`,
      )
    ensureWritable(folder)
    writeFileSync(files.current, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
  }
  return { secret: readSecret(files.current), formerSecrets, isNewSecret }
}

/** Rejects an empty or truncated file, because it would be a secret that anyone can guess. */
function readSecret(file: string): string {
  let secret: string
  try {
    secret = readFileSync(file, 'utf8').trim()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartFailure(
      `The secret cannot be read (${reason}): run Attend and its commands as the user that owns this file.`,
    )
  }
  if (secret.length >= minSecretLength) return secret
  throw new StartFailure(
    `The file ${file} has fewer than ${minSecretLength} letters: put the secret back from your backup, or, if there is no data yet, delete the file.`,
  )
}

function hasData(folder: string): boolean {
  const clusters = clusterFolders(join(folder, 'postgres'))
  return [...clusters, join(folder, 'files')].some((path) => existsSync(path))
}
